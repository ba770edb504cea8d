// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A static library with state, a callback and an outcall to its user.
static int items[128], top;
int host_limit(void);

void stack_push(int v) {
  if (top < host_limit()) items[top++] = v;
}
int stack_pop(void) { return top ? items[--top] : -1; }
int stack_fold(int (*f)(int, int)) {
  int result = 0;
  for (int i = 0; i < top; ++i) result = f(result, items[i]);
  return result;
}
