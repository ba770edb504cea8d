// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A text that does not end in a zero byte, and its length, which is not beside it.
#include <string.h>

void count(const char* text, int most, size_t size);

int main(void) {
  char text[64];
  memcpy(text, "one, two, (three), four, ((five), six), seven, eight, nine, ten!", sizeof text);
  count(text, 3, 5);
  count(text, 1, sizeof text);
}
