// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>

int count_lines(FILE *file, int limit);

int main(void) {
  FILE *file = fopen("/etc/passwd", "r");
  for (int i = 0; i < 10; i++) count_lines(file, 3);
}
