# An overrun by one byte of a block that the recorded program allocated is found when the replay runs under valgrind.
source "$CUTAWAY_SOURCE/tests/weave/project.inc"
command -v valgrind >/dev/null || { echo "valgrind is not installed"; exit 77; }
cat >fill.c <<'END'
#include <stdlib.h>
int fill(int count) {
  volatile char* block = malloc(16);
  for (int i = 0; i < count; i++) block[i] = 1;
  free((void*)block);
  return count;
}
END
cat >main.c <<'END'
int fill(int count);
int main(int argc, char** argv) { return fill(15 + argc) - 15 - argc; }
END
cutaway-cc -gdwarf-4 -O1 fill.c main.c -o app
cutaway record -q --force -o right.cut --inside fill.c -- ./app
cutaway record -q --force -o wrong.cut --inside fill.c -- ./app one-more
cutaway replay --valgrind right.cut 2>right || fail "memcheck complains about right use: $(cat right)"
cutaway replay --valgrind wrong.cut 2>wrong && fail "memcheck does not see the overrun"
grep -q "0 bytes after a block of size 16" wrong || fail "memcheck says something else: $(cat wrong)"
