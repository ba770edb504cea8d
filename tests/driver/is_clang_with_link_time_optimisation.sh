source "$CUTAWAY_SOURCE/tests/support/against_clang.sh"
differing_files='f\.o$|main\.o$|\.a$|fat.bin'  # bitcode, in which the mark is assembly of the module
both_succeed 'echo "int f(int n) { return n + 1; }" >f.c; echo "int f(int); int main(void) { return f(-1); }" >main.c'
for kind in full thin; do
  both_succeed "\$CC -O2 -flto=$kind -c f.c main.c && file f.o"
  both_succeed "\$CC -O2 -flto=$kind -fuse-ld=lld f.o main.o -o $kind && ./$kind"
  expect_kept $kind 2 1
  both_succeed "rm -f f.a; llvm-ar-19 rcDs f.a f.o; \$CC -O2 -flto=$kind -fuse-ld=lld main.o f.a -o $kind.archive && ./$kind.archive"
  expect_kept $kind.archive 2 1
  both_succeed "\$CC -O2 -g -flto=$kind -fuse-ld=lld f.c main.c -o $kind.at_once && ./$kind.at_once"
done
both_succeed '$CC -O2 -ffat-lto-objects -flto -c f.c -o fat.bin && $CC fat.bin -O2 main.c -o fat && ./fat'
