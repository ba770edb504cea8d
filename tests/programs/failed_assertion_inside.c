// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A failed assertion of the inside.
// inside: in_*
// expect-exit: SIGABRT
#include <assert.h>
#include <stdio.h>

int out_value(int v) { return v * 2; }
void in_run(int n) { assert(out_value(n) < 10); }

int main(void) {
  in_run(2);
  in_run(5);
  printf("never\n");
}
