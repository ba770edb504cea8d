// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __builtin_trap in the inside.
// inside: in_*
// expect-exit: SIGILL
#include <stdio.h>

int out_ok(int v) { return v < 3; }
int in_check(int v) {
  if (!out_ok(v)) __builtin_trap();
  return v + 1;
}

int main(void) {
  printf("%d\n", in_check(in_check(1)));
  fflush(stdout);
  in_check(3);
}
