// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inline helpers that nobody named are used by both sides and are no boundary.
// inside: in_*
#include <stdint.h>
#include <stdio.h>

static inline uint32_t rotate(uint32_t v, int n) { return v << n | v >> (32 - n); }
static inline void put(uint8_t* to, uint32_t v) {
  for (int i = 0; i < 4; ++i) to[i] = (uint8_t)(v >> (8 * i));
}
static inline uint32_t get(const uint8_t* from) {
  uint32_t v = 0;
  for (int i = 0; i < 4; ++i) v |= (uint32_t)from[i] << (8 * i);
  return v;
}

void out_mix(uint8_t* bytes) { put(bytes, rotate(get(bytes), 5)); }
uint32_t in_mix(uint8_t* bytes, int n) {
  for (int i = 0; i < n; ++i) {
    put(bytes, rotate(get(bytes), 7) + 3);
    out_mix(bytes);
  }
  return get(bytes);
}

int main(void) {
  uint8_t bytes[4] = {1, 2, 3, 4};
  printf("%u\n", in_mix(bytes, 10));
}
