// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// memcpy, memmove with overlap in both directions, memset, struct copies, sizes zero to large.
// inside: in_*
#include <stdio.h>
#include <string.h>

struct Block {
  char bytes[777];
};
static unsigned char arena[1 << 16];

void out_scribble(unsigned seed) {
  for (unsigned i = 0; i < sizeof arena; i += 97) arena[i] = (unsigned char)(seed + i * 13);
}
unsigned out_hash(const void* data, size_t n) {
  unsigned h = 0;
  for (size_t i = 0; i < n; ++i) h = h * 31 + ((const unsigned char*)data)[i];
  return h;
}

unsigned in_move(size_t from, size_t to, size_t n) {
  memmove(arena + to, arena + from, n);
  return out_hash(arena, sizeof arena);
}
unsigned in_blocks(struct Block* a, struct Block* b) {
  struct Block local = *a;
  *a = *b;
  local.bytes[3] = 'x';
  *b = local;
  memset(local.bytes + 100, 1, 200);
  memcpy(a->bytes + 300, local.bytes + 50, 150);
  return out_hash(a, sizeof *a) ^ out_hash(b, sizeof *b);
}

int main(void) {
  out_scribble(1);
  printf("%u\n", in_move(100, 103, 5000));
  printf("%u\n", in_move(5000, 4990, 30000));
  out_scribble(2);
  printf("%u\n", in_move(7, 7, 100));
  printf("%u\n", in_move(20, 30, 0));
  printf("%u\n", in_move(0, 1, 65535));
  printf("%u\n", in_blocks((struct Block*)arena, (struct Block*)(arena + 9001)));
}
