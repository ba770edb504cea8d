// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Padding and never-written locals reach the outside; their stale bytes must replay the same.
// inside: in_*
#include <stdio.h>
#include <string.h>

struct Padded {
  char a;
  long b;
  short c;
};

int out_use(struct Padded p) { return p.a + (int)p.b + p.c; }
int out_read(const struct Padded* p) { return p->a + (int)p->b + p->c; }
void out_fill(void* p, size_t n) { memset(p, 0xee, n); }

int in_dirty(int n) {
  char trash[200];
  out_fill(trash, sizeof trash);
  trash[n] = 1;
  return trash[n] + trash[n + 1];
}
int in_padded(int n) {
  struct Padded p;
  p.a = (char)n;
  p.b = n * 2;
  p.c = (short)(n * 3);
  struct Padded copy = p;
  return out_use(p) + out_read(&copy);
}

int main(void) {
  int sum = 0;
  for (int i = 0; i < 5; ++i) sum += in_dirty(i) * 100 + in_padded(i);
  printf("%d\n", sum);
}
