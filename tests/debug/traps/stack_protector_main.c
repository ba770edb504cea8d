// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <string.h>

int name_length(const char *text, int most);

int main(void) {
  char text[200];
  int sum = 0;
  for (int i = 1; i < 60; i++) {
    memset(text, 'a' + i % 26, (size_t)i);
    text[i] = 0;
    sum += name_length(text, i < 30 ? 32 : 64);
  }
  printf("%d\n", sum);
}
