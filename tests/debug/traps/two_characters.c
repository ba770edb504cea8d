// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fails if a '%' comes before a '!', wherever they are: two characters of the text matter.
#include <stdio.h>

void check(const char* text);

int main(int count, char** arguments) {
  char text[200];
  (void)arguments;
  snprintf(text, sizeof text, "The price of %d apples rose by 10 %% last year! Buy none of them.",
           count);
  check(text);
}
