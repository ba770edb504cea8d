# No target but x86-64 is recorded; nothing is kept of others, and nothing is different.
source "$CUTAWAY_SOURCE/tests/support/against_clang.sh"
hidden_lines='/tmp/a-'  # names of temporary files
both_succeed 'echo "int f(int n) { return n + 1; } void _start(void) { f(1); }" >a.c'
for target in -m32 -mx32 '--target=aarch64-linux-gnu' '-target riscv64-linux-gnu' '--target=arm-none-eabi' '--target=x86_64-w64-mingw32' \
  '--target=x86_64-apple-macos12' '--target=wasm32' '--target=x86_64-unknown-none' '--target=bpf'; do
  both "\$CC $target -O1 -c a.c -o a.o"
  both "\$CC $target -g -ffreestanding -fuse-ld=lld -nostdlib a.c -o program"
done
both '$CC -m32 -m64 -c a.c -o a64.o'
expect_kept a64.o 1 0
both '$CC -march=x86-64-v3 -mtune=native -O3 -c a.c -o v3.o'
expect_kept v3.o 1 0
both '$CC -x cuda --cuda-host-only -nocudainc -nocudalib -c a.c -o cuda.o'
both '$CC -x objective-c -c a.c -o objc.o'
both '$CC -x cl -c a.c -o cl.o'
