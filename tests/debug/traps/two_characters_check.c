// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdlib.h>

void check(const char* text) {
  int is_armed = 0;
  for (; *text != 0; text++) {
    if (*text == '%') is_armed = 1;
    if (*text == '!' && is_armed) abort();
  }
}
