// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SIGFPE from an integer division.
// inside: in_*
// expect-exit: SIGFPE
#include <stdio.h>

int out_divisor(int i) { return 3 - i; }
int in_divide(int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    int d = out_divisor(i);
    __asm__ volatile("" : "+r"(d));
    sum += 100 / d;
  }
  return sum;
}

int main(void) {
  printf("%d\n", in_divide(3));
  fflush(stdout);
  printf("%d\n", in_divide(4));
}
