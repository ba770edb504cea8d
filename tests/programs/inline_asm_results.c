// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Results of rdtsc and cpuid cannot be computed again; plain arithmetic in asm can.
// inside: in_*
// zoom: differs: clock
#include <stdint.h>
#include <stdio.h>

uint64_t out_difference(uint64_t a, uint64_t b) { return b - a; }

static inline uint64_t in_rdtsc(void) {
  uint32_t low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  return (uint64_t)high << 32 | low;
}
int in_time_passes(void) {
  uint64_t before = in_rdtsc();
  uint64_t after = in_rdtsc();
  return out_difference(before, after) < 1ull << 60;
}
int in_vendor_length(void) {
  uint32_t a = 0, b, c, d, n = 0;
  __asm__("cpuid" : "+a"(a), "=b"(b), "=c"(c), "=d"(d));
  for (uint32_t words[] = {b, d, c}, i = 0; i < 12; ++i)
    n += ((words[i / 4] >> (i % 4 * 8)) & 0xff) != 0;
  return (int)n;
}
uint64_t in_builtin_counter(void) { return __builtin_readcyclecounter() ? 1 : 0; }
int in_add(int a, int b) {
  __asm__("addl %1, %0" : "+r"(a) : "r"(b) : "cc");
  return a;
}
int in_flag(int a, int b) {
  int less;
  __asm__("cmpl %2, %1" : "=@ccl"(less) : "r"(a), "r"(b));
  return less;
}

int main(int argc, char** argv) {
  (void)argv;
  printf("%d %d %d\n", in_time_passes(), in_vendor_length(), (int)in_builtin_counter());
  printf("%d %d %d\n", in_add(argc, 41), in_flag(argc, 2), in_flag(2, argc));
}
