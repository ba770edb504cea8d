// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A big result is written through a hidden pointer (sret) by either side.
// inside: in_*
#include <stdio.h>

struct Matrix {
  long m[3][3];
};

struct Matrix out_identity(long scale) {
  struct Matrix r = {{{0}}};
  for (int i = 0; i < 3; ++i) r.m[i][i] = scale;
  return r;
}
struct Matrix out_transpose(struct Matrix a) {
  struct Matrix r;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) r.m[i][j] = a.m[j][i];
  return r;
}

struct Matrix in_multiply(struct Matrix a, struct Matrix b) {
  struct Matrix r = out_identity(0);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) r.m[i][j] += a.m[i][k] * b.m[k][j];
  return out_transpose(r);
}
struct Matrix in_power(struct Matrix a, int n) {
  return n == 0 ? out_identity(1) : in_multiply(a, in_power(a, n - 1));
}

int main(int argc, char** argv) {
  (void)argv;
  struct Matrix a = {{{1, 2, 3}, {0, argc, 4}, {5, 6, 0}}};
  struct Matrix r = in_power(a, 4);
  for (int i = 0; i < 3; ++i) printf("%ld %ld %ld\n", r.m[i][0], r.m[i][1], r.m[i][2]);
}
