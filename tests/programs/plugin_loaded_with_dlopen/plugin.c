// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The plugin: inside code that calls its host, with a constructor and relocated data.
#include <stdlib.h>

int host_service(int v);
static int state = 1;
static int* heap;
static int* const k_pointer = &state;

__attribute__((constructor)) static void prepare(void) { state += 10; }

int plugin_start(int v) {
  heap = malloc(sizeof *heap);
  *heap = v;
  return host_service(v) + *k_pointer;
}
int plugin_step(int v) {
  state += v;
  *heap = *heap * 2 + host_service(v);
  return *heap + state;
}
__attribute__((destructor)) static void finish(void) { free(heap); }
