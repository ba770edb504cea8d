// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two inside files call each other: no crossings between them; file globs name both.
// inside: two_inside_files/in*.c
#include <stdio.h>

int first(int n);
int second(int n);
int host(int n) { return n * 2 + 1; }

int main(void) {
  printf("%d\n", first(9));
  printf("%d\n", second(9));
}
