// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A va_list made on one side is read on the other, in both directions, partly on each.
// inside: in_*
#include <stdarg.h>
#include <stdio.h>

int out_take(va_list* list) { return va_arg(*list, int) * 100; }
int out_format(char* to, size_t size, const char* format, va_list list) {
  return vsnprintf(to, size, format, list);
}

double in_read(int n, va_list list) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += va_arg(list, int) + va_arg(list, double);
  return sum;
}
int in_alternate(va_list* list) { return va_arg(*list, int) + out_take(list) + va_arg(*list, int); }
int in_log(char* to, size_t size, const char* format, ...) {
  va_list list, copy;
  va_start(list, format);
  va_copy(copy, list);
  int length = out_format(to, size, format, list);
  va_end(list);
  int first = va_arg(copy, int);
  va_end(copy);
  return length * 1000 + first;
}
int in_start(char* to, size_t size) {
  return in_log(to, size, "%d-%s-%.2f-%d-%d-%d-%d", 7, "x", 0.5, 1, 2, 3, 4);
}

double out_pass(int n, ...) {
  va_list list;
  va_start(list, n);
  double sum = in_read(n, list);
  va_end(list);
  return sum;
}
int out_pass_pointer(int n, ...) {
  va_list list;
  va_start(list, n);
  int sum = in_alternate(&list);
  va_end(list);
  return sum;
}

int main(int argc, char** argv) {
  (void)argv;
  char text[64];
  printf("%g\n",
         out_pass(10, 1, .1, 2, .2, 3, .3, 4, .4, 5, .5, 6, .6, 7, .7, 8, .8, 9, .9, argc, 1.0));
  printf("%d\n", out_pass_pointer(3, 4, 5, argc));
  int result = in_start(text, sizeof text);
  printf("%d %s\n", result, text);
}
