// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Outside to outside, over an inside frame in between (as libpng and libjpeg do).
// inside: in_*
#include <setjmp.h>
#include <stdio.h>

static jmp_buf point;
static int cleanups;

void out_check(int v) {
  if (v > 2) longjmp(point, v);
}
int in_walk(const int* values, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    out_check(values[i]);
    sum += values[i];
  }
  ++cleanups;
  return sum;
}
int out_guarded(const int* values, int n) {
  int code = setjmp(point);
  return code ? -code : in_walk(values, n);
}

int main(void) {
  const int good[] = {1, 2, 1}, bad[] = {1, 2, 7, 1};
  printf("%d\n", out_guarded(good, 3));
  printf("%d\n", out_guarded(bad, 4));
  printf("%d\n", out_guarded(good, 2));
  printf("%d\n", cleanups);
}
