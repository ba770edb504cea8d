# C: static functions of headers, tentative definitions, weak functions.
source "$CUTAWAY_SOURCE/tests/weave/affected.inc"
cat >ring.h <<'CODE'
struct ring { int at, size; };
static inline int ring_next(struct ring* r) { static int calls; r->at = (r->at + 1) % r->size; return r->at + ++calls; }
extern int shared_total;
int affected(int v);
int rest(int v);
int weak_step(int v);
CODE
bulk() { awk -v unit=$1 'BEGIN { for (i = 0; i < 200; i++) printf "long %s%d(long v) { for (int i = 0; i < v; i++) v = v * %d ^ i; return v; }\n", unit, i, i + 3 }'; }
(cat <<'CODE'; bulk first) >first.c
#include "ring.h"
int shared_total;
int tentative[4];
static struct ring ring = {0, 5};
static int history[8];
__attribute__((weak)) int weak_step(int v) { return ring_next(&ring) + v; }
__attribute__((noinline)) int rest(int v) { history[v & 7] += v; tentative[v & 3]++; return shared_total += history[(v + 1) & 7] + ring.at; }
int affected(int v) { history[v & 7] -= 1; tentative[v & 3] += 2; return ring_next(&ring) + rest(v) + history[0] + tentative[1] + weak_step(v); }
CODE
(cat <<'CODE'; bulk second) >second.c
#include <stdio.h>
#include "ring.h"
int weak_step(int v) { return v * 11; }
int main(void) {
  struct ring mine = {0, 3};
  int sum = 0;
  for (int i = 0; i < 12; i++) sum = sum * 3 + affected(i) + rest(i) + ring_next(&mine) + shared_total;
  printf("%d %d\n", sum, weak_step(1));
}
CODE
for options in -O1 -O2 '-O2 -fcommon' '-O3 -ffunction-sections'; do
  for unit in first second; do cutaway-cc $options -c $unit.c -o $unit.o; done
  cutaway-cc first.o second.o -o app
  expect_no_difference --inside ring_next
  expect_affected 2
done
