// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdlib.h>
#include <string.h>
#include "packet.h"

static int receive(const char *text) {
  size_t length = strlen(text);
  char *packet = malloc(length);
  memcpy(packet, text, length);
  int *sum = sum_of(packet, (int)length);
  int value = *sum;
  free(sum);
  free(packet);
  return value;
}

int main(int argc, char **argv) {
  uint64_t *words = calloc(4, sizeof *words);
  int total = 0;
  for (int i = 0; i < 20; i++) total += receive("1+2+3") + count_words("one two") + set_bit(words, i);
  if (argc > 1 && strcmp(argv[1], "block") == 0) total += receive("xyz+");
  if (argc > 1 && strcmp(argv[1], "text") == 0) total += count_words("caf\xef");
  if (argc > 1 && strcmp(argv[1], "far") == 0) total += set_bit(words, -2000000000);
  free(words);
  return total == 0;
}
