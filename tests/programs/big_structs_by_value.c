// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A struct too big for registers is copied to the stack (byval); the callee may change its copy.
// inside: in_*
#include <stdio.h>
#include <string.h>

struct Big {
  int id;
  char name[37];
  double values[20];
  struct Big* self;
};

double out_use(struct Big b, int extra) {
  b.values[0] = 1000;
  b.name[0] = 'X';
  return b.values[19] + b.id + extra + (b.self != 0);
}

double in_use(int first, struct Big b, double last) {
  b.id += first;
  double sum = out_use(b, 7) + last;
  for (int i = 0; i < 20; ++i) sum += b.values[i];
  return sum + b.name[0];
}
double in_forward(struct Big b) { return out_use(b, b.id) + in_use(1, b, 2); }

int main(int argc, char** argv) {
  (void)argv;
  struct Big b;
  memset(&b, 0x5a, sizeof b);
  b.id = argc;
  b.self = &b;
  for (int i = 0; i < 20; ++i) b.values[i] = i * 0.5;
  printf("%g %g\n", in_use(argc, b, 0.125), in_forward(b));
  printf("%d %c\n", b.id, b.name[0]);
}
