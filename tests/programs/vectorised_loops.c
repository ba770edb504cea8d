// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that the optimiser turns into wide, masked or interleaved accesses.
// inside: in_*
// requires-cpu: avx2
// flags: -mavx2
#include <stdio.h>
#include <stdlib.h>

void in_saxpy(float* y, const float* x, float a, int n) {
  for (int i = 0; i < n; ++i) y[i] = a * x[i] + y[i];
}
int in_conditional_sum(const int* v, const int* mask, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    if (mask[i]) sum += v[i];
  return sum;
}
void in_interleave(unsigned char* to, const unsigned char* from, int n) {
  for (int i = 0; i < n; ++i) {
    to[3 * i] = from[2 * i];
    to[3 * i + 1] = from[2 * i + 1];
    to[3 * i + 2] = (unsigned char)i;
  }
}
void in_conditional_store(int* to, const int* from, int n) {
  for (int i = 0; i < n; ++i)
    if (from[i] & 1) to[i] = from[i];
}

int main(void) {
  enum { n = 1001 };
  static float x[n], y[n];
  static int v[n], mask[n];
  static unsigned char bytes[3 * n], from[2 * n];
  for (int i = 0; i < n; ++i) x[i] = (float)i, y[i] = 1, v[i] = i * 7, mask[i] = i % 3;
  for (int i = 0; i < 2 * n; ++i) from[i] = (unsigned char)(i * 31);
  in_saxpy(y, x, 0.5f, n);
  x[500] = -1;
  in_saxpy(y, x, 2, n);
  printf("%g %g\n", (double)y[500], (double)y[1000]);
  printf("%d\n", in_conditional_sum(v, mask, n));
  in_interleave(bytes, from, n);
  unsigned sum = 0;
  for (int i = 0; i < 3 * n; ++i) sum = sum * 33 + bytes[i];
  in_conditional_store(mask, v, n);
  for (int i = 0; i < n; ++i) sum = sum * 33 + (unsigned)mask[i];
  printf("%u\n", sum);
}
