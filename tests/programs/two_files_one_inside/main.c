// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A cut by file: one translation unit is inside, with its static functions and data.
// inside: tests/programs/two_files_one_inside/engine.c
#include <stdio.h>
#include "engine.h"

int host_value(int key) { return key * 13 % 7; }

int main(void) {
  struct Engine* engine = engine_create(4);
  for (int i = 0; i < 10; ++i) engine_step(engine, i);
  printf("%d\n", engine_result(engine));
  engine_destroy(engine);
}
