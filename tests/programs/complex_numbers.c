// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// float complex in one register, double complex in two, long double complex on the x87 stack.
// inside: in_*
#include <complex.h>
#include <stdio.h>

float complex out_float(float complex v) { return v * v; }
double complex out_double(double complex v) { return conj(v); }
long double complex out_long_double(long double complex v) { return v * 2; }

float complex in_float(float complex v) { return out_float(v) + 1.0f; }
double complex in_double(double complex v, int n) { return out_double(v) * n; }
long double complex in_long_double(long double complex v) { return out_long_double(v) - v / 4; }

int main(int argc, char** argv) {
  (void)argv;
  float complex f = in_float((float)argc + 2.0f * I);
  double complex d = in_double(1.5 - 2.5 * I, argc + 2);
  long double complex l = in_long_double(3.0L * argc + 1.0L * I);
  printf("%g %g\n", (double)crealf(f), (double)cimagf(f));
  printf("%g %g\n", creal(d), cimag(d));
  printf("%Lg %Lg\n", creall(l), cimagl(l));
}
