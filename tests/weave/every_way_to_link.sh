# Archives, thin archives, -l, -r, sources on the link line, shared libraries, response files.
source "$CUTAWAY_SOURCE/tests/weave/project.inc"
write_project
build_project

ar rcs libzone.a zone.o sum.o
cutaway-c++ main.o libzone.a -o from_archive
expect_recorded joda::Zone ./from_archive Oslo
ar rcsT libthin.a zone.o sum.o
cutaway-c++ main.o libthin.a -o from_thin
expect_recorded joda::Zone ./from_thin Oslo
cutaway-c++ main.o -L. -lzone -o from_library
expect_recorded joda::Zone ./from_library Oslo
expect_recorded sum ./from_library Oslo
cutaway-c++ main.o -Wl,--whole-archive,libzone.a,--no-whole-archive -o from_option
expect_recorded joda::Zone ./from_option Oslo
cutaway-cc -r zone.o sum.o -o both.o
cutaway-c++ main.o both.o -o from_combined
expect_recorded joda::Zone ./from_combined Oslo
cutaway-cc -c src/sum.c -o sum.o
cutaway-c++ -Isrc -O1 src/main.cc src/zone.cc sum.o -o from_sources
expect_recorded joda::Zone ./from_sources Oslo
expect_recorded main ./from_sources Oslo
printf '%s\n' -Isrc src/main.cc '"src/zone.cc"' sum.o -o from_response >args
cutaway-c++ @args
rm args
expect_recorded joda::Zone ./from_response Oslo

cutaway-c++ -fPIC -shared -O1 -Isrc src/zone.cc -x c src/sum.c -o libshared.so
cutaway-c++ main.o -L. -lshared -Wl,-rpath,'$ORIGIN' -o from_shared
expect_recorded joda::Zone ./from_shared Oslo
expect_recorded 'src/**' ./from_shared Oslo
expect_text events 'main('

echo 'int main(void) { return twice(21) - 42; }' >m.c
printf '.globl twice\ntwice: lea (%%rdi,%%rdi), %%eax\nret\n.section .note.GNU-stack,"",@progbits\n' >twice.s
cutaway-cc -c twice.s
cutaway-cc -Wno-implicit-function-declaration m.c twice.o -o assembled
cutaway record --force -o run.cut --whole-program -- ./assembled 2>err
expect_text err 'without bitcode stay outside'
expect_text err 'twice.o'
cutaway replay run.cut

for mode in full thin; do
  for file in main zone; do cutaway-c++ -flto=$mode -O1 -Isrc -c src/$file.cc -o $file.o; done
  cutaway-cc -O1 -c src/sum.c -o sum.o
  cutaway-c++ -flto=$mode -fuse-ld=lld main.o zone.o sum.o -o optimised
  expect_recorded joda::Zone ./optimised Oslo
  rm -f libzone.a
  llvm-ar-19 rcs libzone.a zone.o sum.o
  cutaway-c++ -flto=$mode -fuse-ld=lld main.o libzone.a -o optimised_archive
  expect_status 1 cutaway record --force -o run.cut --inside joda::Zone -- ./optimised_archive Oslo
  expect_text err 'its object is not among the inputs'
done
