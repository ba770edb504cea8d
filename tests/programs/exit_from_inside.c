// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// exit() called by the inside, with handlers of both sides registered.
// inside: in_*
// expect-exit: 7
#include <stdio.h>
#include <stdlib.h>

static int level = 3;

static void out_handler(void) { printf("outside handler\n"); }
static void in_handler(void) { printf("inside handler %d\n", level); }

void in_leave(int code) {
  level += code;
  atexit(out_handler);
  atexit(in_handler);
  printf("leaving\n");
  exit(code);
}

int main(int argc, char** argv) {
  (void)argv;
  in_leave(6 + argc);
}
