// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// abort() in the inside is the recorded failure.
// inside: in_*
// expect-exit: SIGABRT
#include <stdio.h>
#include <stdlib.h>

int out_check(int v) { return v > 2; }
void in_run(int n) {
  for (int i = 0; i < n; ++i)
    if (out_check(i)) abort();
}

int main(void) {
  printf("before\n");
  fflush(stdout);
  in_run(10);
}
