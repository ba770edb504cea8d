// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// quick_exit() with an inside handler.
// inside: in_*
// expect-exit: 4
#include <stdio.h>
#include <stdlib.h>

static void in_handler(void) {
  printf("quick handler\n");
  fflush(stdout);
}

void in_leave(int code) {
  at_quick_exit(in_handler);
  quick_exit(code);
}

int main(void) { in_leave(4); }
