// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Passed in registers; what it leads to is the inside's own.
typedef struct {
  int size;
  char* text;
} note;
// A compiler warns of it where nobody calls it.
static int is_empty(note one) { return one.size == 0; }
note make_note(const char* text);
int words_for_each_line(note one);
void drop_note(note one);
