// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>

#include "note.h"

int main(void) {
  int sum = 0;
  for (int i = 0; i < 20; ++i) {
    note one = make_note("to whom it may\nconcern\n");
    if (!is_empty(one)) sum += words_for_each_line(one);
    drop_note(one);
  }
  char text[16];
  snprintf(text, sizeof text, "%d words", sum);
  note last = make_note(text);
  printf("%d\n", words_for_each_line(last));
  drop_note(last);
  return 0;
}
