// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// setjmp and longjmp both inside, with outcalls between them, nested and repeated.
// inside: in_*
#include <setjmp.h>
#include <stdio.h>

static jmp_buf outer, inner;

int out_twice(int v) { return 2 * v; }

void in_fail(int depth, int code) {
  if (depth == 0) longjmp(code % 2 ? inner : outer, code);
  in_fail(depth - 1, out_twice(code) / 2);
}
int in_nested(volatile int n) {
  volatile int tries = 0;
  int code = setjmp(inner);
  if (code != 0) tries = tries + out_twice(code);
  if (tries < n) in_fail(3, 1 + tries / 2 * 2);
  return tries;
}
int in_run(int n) {
  volatile int state = 1;
  int code = setjmp(outer);
  if (code == 0) {
    state = in_nested(n);
    in_fail(2, 8);
  }
  return state * 100 + out_twice(code);
}
int in_sigsetjmp(void) {
  sigjmp_buf local;
  volatile int count = 0;
  sigsetjmp(local, 1);
  count = count + out_twice(1);
  if (count < 6) siglongjmp(local, 1);
  return count;
}

int main(void) {
  printf("%d\n", in_run(10));
  printf("%d\n", in_run(0));
  printf("%d\n", in_sigsetjmp());
}
