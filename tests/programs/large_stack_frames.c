// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Locals of hundreds of kilobytes, recursion in the inside, and frames that vary in size.
// inside: in_*
#include <stdio.h>
#include <string.h>

unsigned out_hash(const unsigned char* p, size_t n) {
  unsigned h = 0;
  for (size_t i = 0; i < n; i += 61) h = h * 31 + p[i];
  return h;
}
unsigned in_deep(int n) {
  unsigned char buffer[20000];
  memset(buffer, n, sizeof buffer);
  unsigned below = n > 0 ? in_deep(n - 1) : 1;
  buffer[sizeof buffer - 1] = (unsigned char)below;
  return below * 3 + out_hash(buffer, sizeof buffer);
}
unsigned in_huge(void) {
  unsigned char buffer[1 << 20];
  for (unsigned i = 0; i < sizeof buffer; ++i) buffer[i] = (unsigned char)(i >> 8);
  return out_hash(buffer, sizeof buffer);
}

int main(void) {
  printf("%u\n", in_deep(50));
  printf("%u\n", in_huge());
}
