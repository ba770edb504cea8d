// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Guaranteed tail calls within each side and across the cut.
// inside: in_*
#include <stdio.h>

#define TAIL __attribute__((musttail)) return

long out_done(long n, long sum);
long in_even(long n, long sum);
long in_odd(long n, long sum);

long in_even(long n, long sum) {
  if (n == 0) TAIL out_done(n, sum);
  TAIL in_odd(n - 1, sum + n);
}
long in_odd(long n, long sum) { TAIL in_even(n - 1, sum ^ n); }
long out_done(long n, long sum) { return sum * 2 + n; }
long out_enter(long n, long sum) { TAIL in_even(n, sum); }

int main(int argc, char** argv) {
  (void)argv;
  printf("%ld\n", in_even(20 * argc, 1));
  printf("%ld\n", out_enter(10, 2));
}
