// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables that mix inside and outside functions, called from both sides.
// inside: in_*
// zoom: differs: the optimiser drops calls of functions without effects
#include <math.h>
#include <stdio.h>

typedef double (*Unary)(double);
double out_half(double v) { return v / 2; }
double in_square(double v) { return v * v; }
double in_apply_twice(Unary f, double v) { return f(f(v)); }
double out_apply(Unary f, double v) { return f(v) + 1; }
static double in_hidden(double v) { return out_apply(in_square, v); }

struct Operation {
  const char* name;
  Unary function;
};
static const struct Operation kConstant[] = {
    {"half", out_half}, {"square", in_square}, {"hidden", in_hidden}};
static struct Operation changeable[3];

double in_all(double v) {
  for (int i = 0; i < 3; ++i) v = changeable[i].function(v) + kConstant[i].function(v);
  return v + in_apply_twice(out_half, v) + in_apply_twice(in_square, 2) + out_apply(in_hidden, 3);
}
Unary in_choose(const char* name) { return name[0] == 'h' ? out_half : in_square; }
Unary in_from_library(void) { return fabs; }

int main(void) {
  for (int i = 0; i < 3; ++i) changeable[i] = kConstant[2 - i];
  printf("%g\n", in_all(1.5));
  printf("%g %g\n", in_choose("half")(3), in_choose("square")(3));
  printf("%g\n", in_apply_twice(in_square, 3) + in_from_library()(-2));
}
