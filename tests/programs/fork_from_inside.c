// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fork is an outcall of the inside; only the parent's return is in the recording.
// inside: in_*
// zoom: differs: process numbers
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int out_twice(int v) { return v * 2; }
int in_spawn(int v) {
  pid_t child = fork();
  if (child == 0) _exit(out_twice(v) + 1);
  int status = 0;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status) * 10 + out_twice(v);
}

int main(void) { printf("%d\n", in_spawn(4) + in_spawn(7)); }
