// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A variadic inside function runs as outside code when the outside calls it.
// inside: in_*
// zoom: differs: variadic functions belong to their callers
// min-incalls: 1
#include <stdarg.h>
#include <stdio.h>

int in_square(int v) { return v * v; }
int in_sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += in_square(va_arg(list, int));
  va_end(list);
  return sum;
}

int main(int argc, char** argv) {
  (void)argv;
  printf("%d\n", in_sum(3, argc, 20, 300));
  printf("%d\n", in_square(argc + 4));
}
