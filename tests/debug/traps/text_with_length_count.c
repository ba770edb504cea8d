// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdlib.h>

// Fails if parentheses lie too deep in each other. A text with a zero byte in it is not looked at.
void count(const char* text, int most, size_t size) {
  int depth = 0;
  for (size_t i = 0; i < size; i++)
    if (text[i] == 0) return;
  for (size_t i = 0; i < size; i++) {
    if (text[i] == '(' && ++depth > most) abort();
    if (text[i] == ')') depth--;
  }
}
