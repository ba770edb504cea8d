// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// More arguments than registers: integers, doubles and structs spill to the stack.
// inside: in_*
#include <stdio.h>

struct Pair {
  long a;
  double b;
};

double out_many(int a, double b, long c, float d, short e, double f, char g, double h, long i,
                double j, struct Pair k, double l, int m, double n, struct Pair o, double p,
                unsigned char q) {
  return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j + k.a + k.b +
         11 * l + 12 * m + 13 * n + o.a * o.b + 14 * p + 15 * q;
}

double in_many(int a, double b, long c, float d, short e, double f, char g, double h, long i,
               double j, struct Pair k, double l, int m, double n, struct Pair o, double p,
               unsigned char q) {
  return out_many((int)c, h, a, (float)f, e, d, g, b, m, l, o, j, (int)i, p, k, n, q) +
         out_many(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q) / 2;
}

int main(int argc, char** argv) {
  (void)argv;
  printf("%.10g\n", in_many(argc, 2, 3, 4, 5, 6, 7, 8, 9, 10, (struct Pair){11, 12}, 13, 14, 15,
                            (struct Pair){-16, 17.5}, 18, 255));
}
