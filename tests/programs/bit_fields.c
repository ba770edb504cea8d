// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Both sides write neighbouring bit-fields of the same bytes.
// inside: in_*
#include <stdio.h>

struct Fields {
  unsigned a : 3;
  signed b : 5;
  unsigned c : 11;
  unsigned long d : 40;
  unsigned : 0;
  unsigned char e : 1, f : 7;
};
static struct Fields global;

void out_change(struct Fields* f) {
  f->a++;
  f->c ^= 0x555;
  f->e = !f->e;
}
struct Fields out_copy(struct Fields f) {
  f.d <<= 1;
  return f;
}

long in_change(struct Fields* f, int n) {
  for (int i = 0; i < n; ++i) {
    f->b -= 3;
    out_change(f);
    f->d += f->c * 1000003ul;
    f->f += f->e + 1;
    *f = out_copy(*f);
  }
  return f->a + f->b + f->c + (long)f->d + f->e + f->f;
}

int main(void) {
  struct Fields local = {1, -1, 1, 1, 1, 1};
  printf("%ld\n", in_change(&local, 20));
  printf("%ld\n", in_change(&global, 33));
  printf("%u %d %u %lu %u %u\n", global.a, global.b, global.c, (unsigned long)global.d, global.e,
         global.f);
}
