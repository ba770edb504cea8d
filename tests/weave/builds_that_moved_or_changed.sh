# The variant is the program that was built, not the one that would be built now.
source "$CUTAWAY_SOURCE/tests/weave/project.inc"
mkdir build
cd build
export CUTAWAY_CACHE=$PWD/../cache
write_project
build_project
ar rcs libzone.a zone.o sum.o
cutaway-c++ $PWD/main.o $PWD/libzone.a -o from_archive
cd ..
mv build elsewhere
cd elsewhere
expect_recorded joda::Zone ./app Oslo
expect_recorded joda::Zone ./from_archive Oslo
cp app ../copy
cd ..
expect_recorded joda::Zone ./copy Oslo
cd elsewhere

# Objects that are newer or gone are made again from their bitcode.
sed -i 's/"@"/"#"/' src/zone.cc
cutaway-c++ -O1 -Isrc -c src/zone.cc -o zone.o
rm main.o
expect_recorded joda::Zone::now ./app Oslo
expect_text recorded.out 'Oslo@41'

clang-19 -c src/sum.c -o sum.o
cutaway-c++ -O1 -Isrc src/main.cc src/zone.cc sum.o -o mixed
sleep 0.01
clang-19 -O1 -c src/sum.c -o sum.o
expect_status 1 cutaway record --inside joda::Clock -o run2.cut -- ./mixed Oslo
expect_text err 'sum.o'
expect_text err 'build the program again'
