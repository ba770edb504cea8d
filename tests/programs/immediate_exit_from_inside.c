// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// _exit() called by the inside: no handler runs, what was recorded is kept.
// inside: in_*
// expect-exit: 9
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void in_handler(void) { printf("never printed\n"); }

void in_leave(int code) {
  atexit(in_handler);
  printf("leaving\n");
  fflush(stdout);
  _exit(code + 1);
}

int main(void) { in_leave(8); }
