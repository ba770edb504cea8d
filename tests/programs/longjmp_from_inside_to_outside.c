// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inside jumps to a setjmp of the outside: its incall never returns.
// inside: in_*
#include <setjmp.h>
#include <stdio.h>

static jmp_buf point;
static int seen;

void out_note(int v) { seen = seen * 10 + v; }

void in_leave(int code) {
  out_note(code);
  if (code > 2) longjmp(point, code);
  in_leave(code + 1);
  out_note(9);
}
int in_after(int v) { return v + seen; }

int out_try(int code) {
  int result = setjmp(point);
  if (result == 0) in_leave(code);
  return result;
}

int main(void) {
  printf("%d\n", out_try(1));
  printf("%d\n", out_try(2));
  printf("%d %d\n", in_after(5), seen);
}
