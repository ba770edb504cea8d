// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions without arguments, without results, and empty structs.
// inside: in_*
#include <stdio.h>

struct Empty {};
static int counter;

void out_nothing(void) { ++counter; }
struct Empty out_empty(struct Empty e, int v) {
  counter += v;
  return e;
}

void in_nothing(void) { out_nothing(); }
struct Empty in_empty(struct Empty e) { return out_empty(e, counter); }
int in_number(void) { return counter * 3; }

int main(void) {
  for (int i = 0; i < 5; ++i) in_nothing();
  in_empty((struct Empty){});
  printf("%d %d\n", counter, in_number());
}
