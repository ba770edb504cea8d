// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The outside hands over megabytes at once, changed only in part the second time.
// inside: in_*
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { k_size = 3 << 20 };

unsigned in_hash(const unsigned char* p, size_t n) {
  unsigned h = 2166136261u;
  for (size_t i = 0; i < n; ++i) h = (h ^ p[i]) * 16777619u;
  return h;
}
int in_equal(const unsigned char* a, const unsigned char* b, size_t n) {
  return memcmp(a, b, n) == 0;
}

int main(void) {
  unsigned char* a = malloc(k_size);
  unsigned char* b = malloc(k_size);
  for (int i = 0; i < k_size; ++i) a[i] = (unsigned char)(i * 2654435761u >> 24);
  printf("%u\n", in_hash(a, k_size));
  for (int i = 0; i < k_size; i += 4099) a[i] ^= 1;
  memcpy(b, a, k_size);
  printf("%u %d\n", in_hash(a, k_size), in_equal(a, b, k_size));
  b[k_size - 1] ^= 1;
  printf("%d\n", in_equal(a, b, k_size));
  free(a);
  free(b);
}
