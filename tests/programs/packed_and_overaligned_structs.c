// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unaligned members and structs aligned to more than a stack slot.
// inside: in_*
#include <stdint.h>
#include <stdio.h>

struct __attribute__((packed)) Packed {
  char tag;
  int32_t a;
  double b;
  int16_t c;
};
struct Aligned {
  _Alignas(64) long v;
  char rest[8];
};

struct Packed out_packed(struct Packed p) {
  p.a *= 2;
  p.b += 0.5;
  return p;
}
long out_aligned(int x, struct Aligned a) {
  return ((uintptr_t)&a % 64 == 0) * 1000 + a.v + x + a.rest[7];
}

struct Packed in_packed(struct Packed p, struct Packed* memory) {
  p.c = (int16_t)(p.c + memory->c);
  memory->b = p.b;
  return out_packed(p);
}
long in_aligned(int x, struct Aligned a) {
  struct Aligned local = a;
  local.v += (uintptr_t)&local % 64 == 0;
  return out_aligned(x, local) + ((uintptr_t)&a % 64 == 0);
}

int main(int argc, char** argv) {
  (void)argv;
  struct Packed memory = {'m', 1, 2, 3};
  struct Packed p = in_packed((struct Packed){'p', argc, 1.5, 30000}, &memory);
  printf("%c %d %g %d %g\n", p.tag, p.a, p.b, p.c, memory.b);
  printf("%ld\n", in_aligned(argc, (struct Aligned){5, "abcdefg"}));
}
