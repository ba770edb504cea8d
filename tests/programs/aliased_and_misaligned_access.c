// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same bytes seen through pointers of several types, sizes and alignments.
// inside: in_*
// flags: -fno-strict-aliasing
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint64_t __attribute__((aligned(1))) unaligned64;
typedef uint32_t __attribute__((aligned(1))) unaligned32;
static uint8_t bytes[9000];

void out_poke(size_t at, uint8_t v) { bytes[at] = v; }

uint64_t in_mix(int n) {
  uint64_t h = 0;
  for (int i = 0; i < n; ++i) {
    size_t at = (size_t)i * 613 % 8900;
    *(unaligned32*)(bytes + at) += 0x01020304u * (uint32_t)i;
    out_poke(at + 2, (uint8_t)(i * 11));
    h = h * 31 + *(unaligned64*)(bytes + at + 1);
    out_poke(4095, (uint8_t)i);
    h += *(unaligned64*)(bytes + 4090) ^ *(uint16_t*)(void*)(bytes + 4094);
  }
  return h;
}

int main(void) { printf("%llx\n", (unsigned long long)in_mix(200)); }
