// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A jump that abandons inside and outside frames in turn, from either side to either side.
// inside: in_*
#include <setjmp.h>
#include <stdio.h>

static jmp_buf in_point, out_point;
static unsigned trail;

void in_down(int n, int target);
void out_down(int n, int target) {
  trail = trail * 3 + (unsigned)n;
  if (n == 0) longjmp(target ? in_point : out_point, 5);
  in_down(n - 1, target);
}
void in_down(int n, int target) {
  trail = trail * 5 + (unsigned)n;
  if (n == 0) longjmp(target ? in_point : out_point, 6);
  out_down(n - 1, target);
}

int in_start(int n) {
  int code = setjmp(in_point);
  if (code == 0) out_down(n, 1);
  return code * 100 + (int)(trail % 100);
}
int out_start(int n) {
  int code = setjmp(out_point);
  if (code == 0) in_down(n, 0);
  return code * 100 + (int)(trail % 100);
}

int main(void) {
  for (int n = 0; n < 5; ++n) printf("%d %d\n", in_start(n), out_start(n));
  printf("%u\n", trail);
}
