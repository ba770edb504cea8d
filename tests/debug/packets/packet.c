// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "packet.h"
#include <stdlib.h>

int *sum_of(const char *bytes, int count) {
  int *sum = calloc(1, sizeof *sum);
  for (int i = 0; i < count; i++) {
    if (bytes[i] == '+') i++;
    *sum += bytes[i];
  }
  return sum;
}

int count_words(const char *text) {
  int count = 0;
  for (; *text; text++) {
    if (*text == ' ') count++;
    if (*text == '\xef') abort();
  }
  return count;
}

int set_bit(uint64_t *words, int bit) {
  words[bit / 64] |= UINT64_C(1) << (bit & 63);
  return bit;
}
