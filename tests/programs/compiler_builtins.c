// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builtins: bit counts, overflow checks, object sizes, return and frame addresses, prefetch.
// inside: in_*
// zoom: differs: values made of addresses
#include <stdint.h>
#include <stdio.h>

uint64_t out_value(uint64_t v) { return v * 0x9e3779b97f4a7c15; }

uint64_t in_bits(uint64_t v) {
  v = out_value(v);
  __builtin_prefetch(&v);
  uint64_t h = (uint64_t)(__builtin_popcountll(v) + __builtin_clzll(v) + __builtin_ctzll(v) +
                          __builtin_parityll(v));
  uint32_t product;
  int overflow = __builtin_mul_overflow((uint32_t)v, 3u, &product);
  int64_t sum;
  overflow += __builtin_add_overflow((int64_t)v, INT64_MAX / 2, &sum);
  h = h * 31 + __builtin_bswap64(v) + (uint64_t)overflow + product + (uint64_t)sum;
  h ^= __builtin_rotateleft32((uint32_t)v, 9) + __builtin_bitreverse16((uint16_t)v);
  return h + (__builtin_expect(v > 100, 1) ? 1 : 2);
}
int in_addresses(void) {
  void* caller = __builtin_return_address(0);
  char* frame = __builtin_frame_address(0);
  return out_value((uint64_t)caller) != 0 && frame != 0;
}
int in_constant(int v) { return __builtin_constant_p(v) ? 1 : __builtin_object_size(&v, 0) == 4; }

int main(int argc, char** argv) {
  (void)argv;
  printf("%llx\n", (unsigned long long)in_bits((unsigned)argc + 5));
  printf("%d %d\n", in_addresses(), in_constant(argc));
}
