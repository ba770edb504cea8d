# While the program runs, and with the functions to add or to drop.
source "$CUTAWAY_SOURCE/tests/weave/project.inc"
cat >busy.c <<'CODE'
#include <stdlib.h>
__attribute__((noinline)) unsigned mix(unsigned n) { return n * 2654435761u + 1; }
int main(int argc, char** argv) {
  unsigned value = 1;
  long count = atol(argv[1]);
  for (long i = 0; i < count; i++) value = mix(value);
  return value == 0;
}
CODE
cutaway-cc -O1 busy.c -o busy
# Long enough that the first look, after 0.2 s, finds it running on any machine.
cutaway record --force -o run.cut --inside mix --max-size 150M -- ./busy 400000000 2>err
expect_text err 'times a second: that costs more than the program itself'
expect_text err '/s  the outside calls mix'
expect_text err "hint: what the outside calls so often"
cutaway record --force -o run.cut --inside main --inside mix -- ./busy 400000000 2>err
expect_no_text err 'times a second'
