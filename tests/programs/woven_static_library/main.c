// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inside lives in a static library.
// inside: stack.c
// library: static stack.c
#include <stdio.h>

void stack_push(int v);
int stack_pop(void);
int stack_fold(int (*f)(int, int));

int host_limit(void) { return 100; }
static int add(int a, int b) { return a * 2 + b; }

int main(void) {
  for (int i = 0; i < 5; ++i) stack_push(i * i);
  printf("%d %d\n", stack_pop(), stack_pop());
  printf("%d\n", stack_fold(add));
}
