// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// system, popen and posix_spawn from the inside.
// inside: in_*
// zoom: differs: process numbers
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

extern char** environ;

int in_system(int code) {
  char command[32];
  snprintf(command, sizeof command, "exit %d", code);
  return WEXITSTATUS(system(command));
}
int in_popen(char* line, int size) {
  FILE* pipe = popen("echo through a pipe", "r");
  if (!pipe || !fgets(line, size, pipe)) return -1;
  line[strcspn(line, "\n")] = 0;
  return pclose(pipe);
}
int in_spawn(void) {
  pid_t child;
  char* arguments[] = {"true", NULL};
  int status = -1;
  if (posix_spawnp(&child, "true", NULL, NULL, arguments, environ) == 0) waitpid(child, &status, 0);
  return status;
}

int main(void) {
  char line[64] = "";
  printf("%d\n", in_system(3));
  int status = in_popen(line, sizeof line);
  printf("%d %s\n", status, line);
  printf("%d\n", in_spawn());
}
