# As a replay test is built. Two units, so that constructors of both are there; each is checked once.
cat >table.c <<'END'
int table[5] = {1, 2, 3, 4, 5};
int at(int i) { return table[i]; }
END
cat >main.c <<'END'
#include <stdlib.h>
static volatile int numbers[3] = {7, 8, 9};
int at(int i);
int main(int argc, char** argv) {
  int i = argc > 1 ? atoi(argv[1]) : 0;
  return at(i) == 99 || numbers[i] == 99;
}
END
echo '{"inside": ["at"]}' >plan.json
for level in -O0 -O2; do
  expect_status 0 cutaway-cc --plan plan.json -g $level -fsanitize=address -c table.c -o table.o
  expect_status 0 cutaway-cc --plan plan.json -g $level -fsanitize=address -c main.c -o main.o
  expect_status 0 clang-19 -fsanitize=address table.o main.o -o app
  expect_status 0 ./app 2
  expect_status 1 ./app 5
  expect_text err "global-buffer-overflow"
  expect_text err "0 bytes after global variable 'table'"
  expect_text err "table.c:2"
  expect_status 1 ./app 3
  expect_text err "0 bytes after global variable 'numbers'"
done
