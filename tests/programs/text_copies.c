// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texts copied by strdup and strndup, read and given back by both sides.
// inside: in_*
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char* kept[40];

char* out_name(int i) {
  char name[32];
  snprintf(name, sizeof(name), "name %d of the outside", i);
  return strdup(name);
}
void out_change(char* text) { text[0] = 'N'; }

unsigned in_collect(char* (*copy)(const char*)) {
  unsigned h = 5381;
  for (int i = 0; i < 40; ++i) {
    char* name = out_name(i);
    free(kept[i % 7]);
    kept[i % 7] = i % 2 ? strdup(name) : strndup(name, 1 + (size_t)i % 11);
    out_change(kept[i % 7]);
    free(name);
    char* again = copy(kept[(i + 3) % 7] ? kept[(i + 3) % 7] : "");
    for (const char* c = again; *c; ++c) h = h * 33 + (unsigned char)*c;
    free(again);
  }
  return h;
}

int main(void) {
  printf("%x\n", in_collect(strdup));
  for (int i = 0; i < 7; ++i) puts(kept[i]);
}
