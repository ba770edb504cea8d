// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The outside leaves inside frames by longjmp: the locals of later incalls must lie where they lie
// on replay.
// inside: in_*
// min-incalls: 20
#include <setjmp.h>
#include <stdio.h>

static jmp_buf again;

void out_fill(int* values, int n, int v) {
  for (int i = 0; i < n; ++i) values[i] = v + i;
}
void out_leave(int* values) {
  if (values[0] % 2) longjmp(again, values[0]);
}

static int in_deep(int v) {
  int values[20];
  out_fill(values, 20, v);
  out_leave(values);
  return values[19];
}
int in_middle(int v) {
  int more[50];
  out_fill(more, 50, v);
  return in_deep(v) + more[49];
}

int main(void) {
  static volatile int i;
  static long sum;
  for (i = 0; i < 20; ++i) {
    int left = setjmp(again);
    sum += left ? left * 1000 : in_middle(i);
  }
  printf("%ld\n", sum);
}
