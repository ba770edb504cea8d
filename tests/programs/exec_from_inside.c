// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inside replaces the process: the recording ends in execv.
// inside: in_*
// expect-exit: 6
#include <stdio.h>
#include <unistd.h>

void in_become(const char* shell) {
  char* arguments[] = {"sh", "-c", "echo from the shell; exit 6", NULL};
  printf("before\n");
  fflush(stdout);
  execv(shell, arguments);
}

int main(void) {
  in_become("/bin/sh");
  return 1;
}
