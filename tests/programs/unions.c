// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One side writes one member of a union, the other reads another.
// inside: in_*
#include <stdint.h>
#include <stdio.h>

union Any {
  double d;
  uint64_t u;
  float f[2];
  uint8_t bytes[12];
  void* p;
};

void out_set(union Any* any, double d) { any->d = d; }
union Any out_swap(union Any any) {
  uint8_t b = any.bytes[0];
  any.bytes[0] = any.bytes[7];
  any.bytes[7] = b;
  return any;
}

uint64_t in_pun(union Any* any, double d) {
  any->u = 0x1122334455667788;
  uint8_t first = any->bytes[0];
  out_set(any, d);
  any->bytes[3] ^= first;
  *any = out_swap(*any);
  return any->u;
}
float in_pieces(union Any any) {
  any.u += 1;
  return out_swap(any).f[1];
}

int main(int argc, char** argv) {
  (void)argv;
  union Any any = {.bytes = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}};
  printf("%016llx\n", (unsigned long long)in_pun(&any, argc * 0.1));
  printf("%d %d\n", any.bytes[8], any.bytes[11]);
  any.f[0] = 1, any.f[1] = 2;
  printf("%a\n", (double)in_pieces(any));
}
