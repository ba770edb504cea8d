// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inside: a little state machine.
#include "engine.h"
#include <stdlib.h>

struct Engine {
  int count, steps;
  int cells[];
};
static int created;

static int mix(int a, int b) { return a * 31 + host_value(b); }

struct Engine* engine_create(int cells) {
  struct Engine* e = calloc(1, sizeof *e + sizeof(int) * (size_t)cells);
  e->count = cells;
  ++created;
  return e;
}
void engine_step(struct Engine* e, int input) {
  int* cell = &e->cells[e->steps++ % e->count];
  *cell = mix(*cell, input) % 10007;
}
int engine_result(const struct Engine* e) {
  int sum = created;
  for (int i = 0; i < e->count; ++i) sum = mix(sum, e->cells[i]) % 100003;
  return sum;
}
void engine_destroy(struct Engine* e) { free(e); }
