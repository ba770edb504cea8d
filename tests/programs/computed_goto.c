// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A bytecode interpreter with labels as values; one instruction calls out.
// inside: in_*
#include <stdio.h>

int out_io(int v) { return v + 1000; }

int in_run(const unsigned char* code) {
  static const void* const kLabels[] = {&&push, &&add, &&multiply, &&io, &&jump_if, &&halt};
  int stack[16], *sp = stack, steps = 0;
#define NEXT goto* kLabels[(++steps, *code++)]
  NEXT;
push:
  *sp++ = *code++;
  NEXT;
add:
  --sp;
  sp[-1] += *sp;
  NEXT;
multiply:
  --sp;
  sp[-1] *= *sp;
  NEXT;
io:
  sp[-1] = out_io(sp[-1]);
  NEXT;
jump_if:
  if (sp[-1] < 5000) code -= *code;
  else ++code;
  NEXT;
halt:
  return sp[-1] * 100 + steps;
}

int main(void) {
  const unsigned char code[] = {0, 3, 0, 4, 2, 3, 0, 2, 2, 4, 4, 5};
  printf("%d\n", in_run(code));
}
