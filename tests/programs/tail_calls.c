// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls in tail position: the optimiser turns them into jumps, the crossings stay.
// inside: in_*
// min-incalls: 4
#include <stdio.h>

int out_finish(int a, int b) { return a % 1000 * 1000 + b; }
int in_last(int a, int b) { return out_finish(b, a); }
int in_middle(int a, int b) { return in_last(a + 1, b - 1); }
int out_bounce(int a, int b) { return in_middle(b, a); }
int in_first(int a, int b) { return out_bounce(a, b); }
static int in_count(int n, int sum) {
  return n == 0 ? out_finish(sum, n) : in_count(n - 1, sum + n);
}
int in_loop(int n) { return in_count(n, 0); }
void in_void(int n) { printf("void %d\n", n); }

int main(int argc, char** argv) {
  (void)argv;
  printf("%d\n", in_first(argc, 7));
  printf("%d\n", in_loop(5000));
  in_void(argc);
}
