// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A variadic inside function, called by the inside, reads its own arguments and calls out.
// inside: in_*
#include <stdarg.h>
#include <stdio.h>

long out_weigh(long v) { return v * 10; }

long in_sum(int n, ...) {
  va_list list;
  va_start(list, n);
  long sum = 0;
  for (int i = 0; i < n; ++i)
    sum += i % 2 ? out_weigh(va_arg(list, int)) : (long)va_arg(list, double);
  va_end(list);
  return sum;
}
long in_start(int a) {
  return in_sum(3, 1.5, a, 2.5) + in_sum(12, 1., 2, 3., 4, 5., 6, 7., 8, 9., 10, 11., a) +
         in_sum(0);
}

int main(int argc, char** argv) {
  (void)argv;
  printf("%ld\n", in_start(argc + 3));
}
