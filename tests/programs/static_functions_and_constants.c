// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Internal functions that interprocedural passes want to specialise, on both sides of the cut.
// inside: in_*
// min-incalls: 3
#include <stdio.h>

struct Options {
  int verbose, limit;
  const char* name;
};

static int out_scale(int v, int factor) { return v * factor; }
static int out_read(const struct Options* o) { return o->limit + o->verbose; }
static int in_scale(int v, int factor) { return out_scale(v, factor) + 1; }
static int in_unused_result(int v) { return v / 3; }
static int in_by_pointer(const struct Options* o, const int* v) {
  return out_read(o) * *v + o->name[0];
}

int main(int argc, char** argv) {
  (void)argv;
  static const struct Options k_options = {1, 9, "name"};
  int v = argc;
  (void)in_unused_result(argc);
  printf("%d\n", in_scale(argc, 4));
  printf("%d\n", in_by_pointer(&k_options, &v));
  printf("%d\n", in_scale(7, 4));
}
