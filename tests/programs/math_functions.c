// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exact functions run again on replay, the others are answered from the recording.
// inside: in_*
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

double in_math(double x) {
  int exponent;
  double whole, fraction = modf(x, &whole), mantissa = frexp(x, &exponent);
  double sum =
      sin(x) + cos(x) * tan(x) + exp(-x) + log(x) + pow(x, 0.3) + atan2(x, 2) + hypot(x, 1);
  sum += floor(x) + ceil(x) + trunc(x) + round(x) + sqrt(x) + fabs(-x) + fmod(x, 0.7) +
         copysign(1, -x);
  sum += fmin(x, 1) + fmax(x, 1) + ldexp(x, 3) + fma(x, x, x) + cbrt(x) + lgamma(x) +
         (double)lround(x);
  return sum + whole * fraction + mantissa * exponent + isnan(x) + isinf(x) + signbit(x);
}
float in_mathf(float x) { return sinf(x) + sqrtf(x) + floorf(x) + powf(x, 1.5f) + fabsf(-x); }
long in_integers(long v) { return labs(-v) + abs((int)-v) + ldiv(v, 7).quot + div((int)v, 5).rem; }

int main(int argc, char** argv) {
  (void)argv;
  printf("%a %a %ld\n", in_math(argc + 0.7), (double)in_mathf((float)argc + 1.3f),
         in_integers(argc + 99));
}
