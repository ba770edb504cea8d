// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each level crosses the cut twice and keeps data on both stacks.
// inside: in_*
// min-incalls: 3000
#include <stdio.h>

struct Frame {
  const struct Frame* up;
  int value;
};

long in_down(int n, const struct Frame* up);
long out_down(int n, const struct Frame* up) {
  struct Frame frame = {up, n * 2};
  long below = n == 0 ? 0 : in_down(n - 1, &frame);
  return below + frame.value + (up ? up->value : 0);
}
long in_down(int n, const struct Frame* up) {
  struct Frame frame = {up, n};
  long below = n == 0 ? 1 : out_down(n - 1, &frame);
  const struct Frame* far = &frame;
  for (int i = 0; i < 4 && far->up; ++i) far = far->up;
  return below * 3 % 1000003 + frame.value + far->value;
}

int main(void) { printf("%ld\n", in_down(6000, NULL)); }
