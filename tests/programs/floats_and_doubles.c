// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// float and double values, among them NaNs with payloads, infinities and negative zero.
// inside: in_*
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

float out_float(float v) { return v * 1.5f; }
double out_double(double v) { return v / 3; }
double out_same(double v) { return v; }

float in_float(float v) { return out_float(v) + 0.25f; }
double in_double(double v, float w) { return out_double(v) * w; }
double in_same(double v) { return out_same(v); }
double in_sum(const double* v, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += v[i] * out_same(i);
  return sum;
}

static double from_bits(uint64_t bits) {
  double v;
  memcpy(&v, &bits, sizeof v);
  return v;
}

int main(void) {
  printf("%a %a\n", (double)in_float(3.25f), in_double(10, 0.1f));
  const uint64_t kBits[] = {0x7ff8000000000123, 0xfff0000000000000, 0x8000000000000000, 1,
                            0x7fefffffffffffff};
  for (unsigned i = 0; i < 5; ++i) {
    double v = in_same(from_bits(kBits[i]));
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    printf("%016llx\n", (unsigned long long)bits);
  }
  double values[] = {1.5, 2.5, -3.5, 1e300};
  printf("%a\n", in_sum(values, 4));
}
