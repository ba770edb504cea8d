// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// errno set by a math function that runs inside.
// inside: in_*
#include <errno.h>
#include <math.h>
#include <stdio.h>

int in_root(double value, double* root) {
  errno = 0;
  *root = sqrt(value);
  return errno;
}
int in_scale(double value, int exponent, double* scaled) {
  errno = 0;
  *scaled = ldexp(value, exponent);
  return errno;
}

int main(void) {
  double value;
  printf("%d\n", in_root(2, &value));
  printf("%d\n", in_root(-2, &value) == EDOM);
  printf("%d\n", in_root(2, &value));
  printf("%d\n", in_scale(1, 5000, &value) == ERANGE);
  printf("%d\n", in_scale(1, -5000, &value) == ERANGE);
  printf("%d\n", in_scale(1, 5, &value) == ERANGE);
}
