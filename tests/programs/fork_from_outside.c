// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parent stays recorded, the child runs on as if nothing happened.
// inside: in_*
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int state = 5;
int out_twice(int v) { return v * 2; }
int in_step(int v) { return state += out_twice(v); }

int main(void) {
  printf("%d\n", in_step(1));
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    for (int i = 0; i < 100; ++i) in_step(i);
    _exit(in_step(3) % 100);
  }
  int status = 0;
  waitpid(child, &status, 0);
  printf("child %d\n", WEXITSTATUS(status));
  printf("%d\n", in_step(2));
}
