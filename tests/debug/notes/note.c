// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "note.h"

#include <stdlib.h>
#include <string.h>

note make_note(const char* text) {
  note made = {(int)strlen(text), malloc(strlen(text) + 1)};
  strcpy(made.text, text);
  return made;
}
int words_for_each_line(note one) {
  int words = 0, lines = 0;
  for (int i = 0; i < one.size; ++i) {
    words += one.text[i] == ' ';
    lines += one.text[i] == '\n';
  }
  return is_empty(one) ? 0 : words / lines;
}
void drop_note(note one) { free(one.text); }
