# Not through llvm-strip without options, which leaves nothing that is not loaded.
source "$CUTAWAY_SOURCE/tests/support/against_clang.sh"
both_succeed 'echo "int f(void) { return 0; }" >f.c; echo "int f(void); int main(void) { return f(); }" >main.c
  $CC -g -O2 -fPIC -c f.c main.c; ar rcDs f.a f.o; $CC -shared f.o -o f.so; $CC main.o f.a -o program'
for tool in strip 'strip -g' 'strip -s' 'strip --strip-unneeded' 'objcopy --strip-debug' 'objcopy --strip-all' 'llvm-strip-19 -g' \
  'llvm-objcopy-19 --strip-debug' 'llvm-objcopy-19 --compress-debug-sections=zlib' 'objcopy --compress-debug-sections'; do
  name=$(echo "$tool" | tr -d ' ')
  both_succeed "cp program $name && $tool $name && ./$name"
  expect_kept $name 2 1
  both_succeed "cp f.so $name.so && $tool $name.so"
  expect_kept $name.so 1 1
done
both_succeed 'install -s program installed && ./installed'
expect_kept installed 2 1
both_succeed 'objcopy --only-keep-debug program program.debug && strip -o bare program && objcopy --add-gnu-debuglink=program.debug bare'
expect_kept bare 2 1
both_succeed 'strip -g -o g.o f.o; ar rcDs g.a g.o; $CC main.o g.a -o from_stripped && ./from_stripped'
expect_kept from_stripped 2 1
both_succeed 'readelf -lW program | grep -c cutaway || true'
expect_text drivers.out 0
