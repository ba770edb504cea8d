// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A 128-bit integer takes two registers, or two aligned stack slots.
// inside: in_*
#include <stdint.h>
#include <stdio.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

u128 out_mix(u128 a, int b, u128 c) { return (a << 7) ^ c ^ (unsigned)b; }
i128 out_on_stack(int a, int b, int c, int d, int e, i128 f, i128 g) {
  return f * (a + b + c) - g * (d + e);
}

u128 in_mix(u128 a, int b) { return out_mix(a, b, ~a) / 10; }
i128 in_on_stack(int a, i128 b, int c, int d, int e, i128 f) {
  return out_on_stack(a, c, d, e, a, b, f) - b;
}

void out_print(u128 v) {
  printf("%016llx%016llx\n", (unsigned long long)(v >> 64), (unsigned long long)v);
}

int main(int argc, char** argv) {
  (void)argv;
  u128 big = ((u128)0x0123456789abcdef << 64 | 0xfedcba9876543210) * (unsigned)argc;
  out_print(in_mix(big, -5));
  out_print((u128)in_on_stack(argc, (i128)big, 3, -4, 5, -(i128)big));
}
