// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The outside jumps back to a setjmp of the inside.
// inside: in_*
#include <setjmp.h>
#include <stdio.h>

static jmp_buf point;
static int depth_reached;

void out_jump(int code) { longjmp(point, code); }
void out_deep(int n, int code) {
  depth_reached = n;
  if (n == 0) out_jump(code);
  else out_deep(n - 1, code);
}

int in_catch(int n) {
  volatile int progress = 0;
  int code = setjmp(point);
  if (code == 0) {
    progress = 1;
    out_deep(n, n + 10);
    progress = 2;
  }
  return progress * 1000 + code + depth_reached;
}
int in_loop(int n) {
  volatile int count = 0;
  if (setjmp(point) < n) {
    count = count + 1;
    out_jump(count);
  }
  return count;
}

int main(void) {
  printf("%d\n", in_catch(3));
  printf("%d\n", in_catch(0));
  printf("%d\n", in_loop(4));
}
