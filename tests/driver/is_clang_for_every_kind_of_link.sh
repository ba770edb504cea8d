source "$CUTAWAY_SOURCE/tests/support/against_clang.sh"
differing_files='thin\.a$'  # names sizes of its members
both_succeed 'echo "int f(void) { return 1; } int unused(void) { return 2; }" >f.c
  echo "extern \"C\" int f(); int main() { return f() - 1; }" >main.cpp; $CC -fPIC -c f.c; $CXX -c main.cpp'
both_succeed '$CXX main.o f.o -o objects && ./objects'
both_succeed 'ar rcDs libf.a f.o; ranlib -D libf.a; $CXX main.o -L. -lf -o archive && ./archive'
both_succeed 'ar rcDsT thin.a f.o; $CXX main.o thin.a -o thin && ./thin'
both_succeed '$CC -shared f.o -o libf.so && $CXX main.o ./libf.so -o shared && ./shared'
both_succeed '$CC -r f.o main.o -o all.o && $CXX all.o -o relocatable && ./relocatable'
both_succeed '$CC -r -nostdlib f.c -o compiled.o && $CXX compiled.o main.o -o compiled && ./compiled'
both_succeed '$CXX -static main.cpp -x c f.c -o static && ./static'
both_succeed '$CXX -static-pie main.o f.o -o static_pie && ./static_pie'
both_succeed '$CXX -no-pie main.o f.o -o fixed && ./fixed'
both_succeed '$CXX -ffunction-sections -Wl,--gc-sections main.o -xc f.c -o collected && ./collected'
both_succeed '$CXX -Wl,-s main.o f.o -o stripped && ./stripped'
both_succeed '$CXX main.o -Wl,f.o -o by_option && ./by_option'
both_succeed 'echo "void _start(void) { __asm__(\"mov \$60,%eax; xor %edi,%edi; syscall\"); }" >bare.c; $CC -nostdlib -static bare.c -o bare && ./bare'
for file in objects archive thin shared static static_pie fixed collected stripped by_option; do
  units=2
  [ $file != shared ] || units=1
  expect_kept $file $units 1
done
expect_kept relocatable 2 2
expect_kept compiled 2 2
expect_kept libf.so 1 1
expect_kept bare 1 1
both_succeed '$CC -shared -o whole.so -Wl,--whole-archive -L. -l:libf.a -Wl,--no-whole-archive'
expect_kept whole.so 1 1
both_succeed 'echo data >data.txt; $CC -r -nostdlib -Wl,-b,binary data.txt -o data.o && nm data.o'
both_succeed 'echo "{ global: f; local: *; };" >f.map; $CC -shared f.o -Wl,--version-script=f.map -o versioned.so && nm -D versioned.so'
both_fail '$CXX main.o -o undefined'
