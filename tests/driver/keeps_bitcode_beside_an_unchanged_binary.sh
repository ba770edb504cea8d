# The program is what clang makes of it, but for a section that names units and link in the store.
cat >part.c <<'CODE'
int part(int n) { return n * 3; }
CODE
cat >main.cpp <<'CODE'
#include <cstdio>
#include <string>
extern "C" int part(int);
int main(int argc, char**) { std::string text("x"); text.append("y"); return std::printf("%d\n", part(argc) + (int)text.size()) - 2; }
CODE
for level in 0 2; do
  for stage in plain kept; do
    compiler=clang-19
    [ $stage = plain ] || compiler=cutaway-cc
    $compiler -O$level -c part.c -o $stage.part.o
    ${compiler/%cc/c++} -O$level -x c++ -c main.cpp -o $stage.main.o
    rm -f $stage.a
    ar rcs $stage.a $stage.part.o
  done
  clang++-19 plain.main.o plain.a -o plain
  cutaway-c++ kept.main.o kept.a -o kept
  for file in plain kept; do
    objdump -d --no-show-raw-insn $file | tail -n +4 >$file.code
    readelf -SW $file | grep -c debug_ >$file.debug || true
  done
  diff plain.code kept.code
  diff plain.debug kept.debug
  ./kept
  for tool in true strip; do
    $tool kept
    readelf -p .cutaway kept >marks
    [ "$(grep -c 'unit 1 ' marks)" = 2 ] || fail "$(cat marks)"
    [ "$(grep -c 'link 1 ' marks)" = 1 ] || fail "$(cat marks)"
  done
done
for hash in $(grep -oE '[0-9a-f]{32}' marks); do
  ls store/${hash:0:2}/$hash.* >/dev/null
done
