// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers to globals of either side, to stacks, heap, strings and functions cross the cut.
// inside: in_*
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int out_global = 5;
int in_global = 7;
static const char* const k_names[] = {"zero", "one", "two"};

typedef int (*Operation)(int);
int out_double(int v) { return 2 * v; }
int in_triple(int v) { return 3 * v; }

int* out_pick(int which, int* local) {
  return which == 0 ? &out_global : which == 1 ? &in_global : local;
}
const char* out_name(int i) { return k_names[i % 3]; }
Operation out_operation(int i) { return i ? in_triple : out_double; }

int in_sum(int* a, int* b, const char* text) {
  int local = 100;
  int sum = *a + *b + (int)strlen(text);
  for (int i = 0; i < 3; ++i) {
    int* p = out_pick(i, &local);
    *p += i + 1;
    sum += *p;
  }
  for (int i = 0; i < 2; ++i) sum = out_operation(i)(sum);
  return sum + out_name(sum)[0];
}
int* in_identity(int* p) { return p; }
void** in_chain(void** p) { return (void**)*p; }

int main(void) {
  int stack_value = 11;
  int* heap_value = malloc(sizeof(int));
  *heap_value = 13;
  printf("%d\n", in_sum(&stack_value, heap_value, "text"));
  printf("%d %d\n", out_global, in_global);
  printf("%d\n", in_identity(&stack_value) == &stack_value && in_identity(NULL) == NULL);
  void* chain[2] = {&chain[1], NULL};
  printf("%d\n", in_chain((void**)&chain[0]) == (void**)&chain[1]);
  free(heap_value);
}
