// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 80-bit long double: passed on the stack, returned in st(0), six bytes of padding in memory.
// inside: in_*
#include <stdio.h>

long double out_half(long double v) { return v / 2; }
long double out_many(int a, long double b, double c, long double d) { return a + b * c - d; }

struct Pair {
  long double first, second;
};

long double in_third(long double v) { return out_half(v) / 3; }
long double in_many(long double a, int b, long double c) { return out_many(b, a, 0.1, c) * 7; }
long double in_memory(struct Pair* pair) {
  long double old = pair->first;
  pair->first = out_half(pair->second);
  pair->second = old * 3;
  return pair->first + pair->second;
}

int main(int argc, char** argv) {
  (void)argv;
  struct Pair pair = {1.1L * argc, 2.2L};
  printf("%La %La\n", in_third(1.0L * argc), in_many(1e4000L, 4, -1e-4000L * argc));
  printf("%La\n", in_memory(&pair));
  printf("%La %La\n", pair.first, pair.second);
}
