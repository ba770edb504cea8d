source "$CUTAWAY_SOURCE/tests/support/against_clang.sh"
both_succeed 'echo "int f(void) { return 1; } int unused(void) { return 2; }" >f.c; echo "int f(void); int main(void) { return f() - 1; }" >main.c'
for linker in bfd gold lld; do
  command -v ld.$linker >/dev/null || continue
  both_succeed "\$CC -fuse-ld=$linker -O2 main.c f.c -o $linker && ./$linker"
  both_succeed "\$CC -fuse-ld=$linker -ffunction-sections -Wl,--gc-sections main.c f.c -o $linker.gc && ./$linker.gc"
  both_succeed "\$CC -fuse-ld=$linker -fPIC -shared f.c -o $linker.so && \$CC -fuse-ld=$linker main.c ./$linker.so -o $linker.user && ./$linker.user"
  both_succeed "\$CC -fuse-ld=$linker -g -Wl,-s main.c f.c -o $linker.stripped && ./$linker.stripped"
  expect_kept $linker 2 1
  expect_kept $linker.gc 2 1
  expect_kept $linker.so 1 1
  expect_kept $linker.stripped 2 1
done
both_succeed '$CC -fuse-ld=lld -Wl,--icf=all -Wl,-O2 -Wl,--build-id=sha1 main.c f.c -o icf && ./icf'
both_succeed '$CC -r -fuse-ld=lld f.c main.c -o r.o && $CC -fuse-ld=lld r.o -o r && ./r'
expect_kept r 2 2
