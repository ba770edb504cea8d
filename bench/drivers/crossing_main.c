// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// crossing_main in|out COUNT: calls the empty inside function, or lets the inside call the empty
// outside one.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void inside_nothing(void);
void inside_loop(long count);

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  long count = strtol(argv[2], NULL, 10);
  if (strcmp(argv[1], "in") == 0) {
    for (long i = 0; i < count; i++) inside_nothing();
  } else {
    inside_loop(count);
  }
  printf("%s %ld\n", argv[1], count);
  return 0;
}
