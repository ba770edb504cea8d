// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A recorded program sees no trace of the recorder in its environment.
// inside: in_*
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char** environ;

int in_traces(void) {
  int n = getenv("LD_PRELOAD") != NULL;
  for (char** p = environ; *p; ++p) n += strncmp(*p, "CUTAWAY_", 8) == 0;
  return n;
}

int main(void) {
  printf("%d\n", in_traces());
  fflush(stdout);
  return system("test -z \"$LD_PRELOAD\"") != 0;
}
