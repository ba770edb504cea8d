// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <string.h>
#include "fribidi.h"

static int clean(const char *text) {
  FriBidiChar logical[64], visual[64];
  FriBidiStrIndex to_this[64], from_this[64];
  FriBidiLevel levels[64];
  FriBidiParType base = FRIBIDI_PAR_LTR;
  FriBidiStrIndex length = fribidi_charset_to_unicode(FRIBIDI_CHAR_SET_UTF8, text, (FriBidiStrIndex)strlen(text), logical);
  fribidi_log2vis(logical, length, &base, visual, to_this, from_this, levels);
  return fribidi_remove_bidi_marks(visual, length, to_this, from_this, levels);
}

int main(void) {
  for (int i = 0; i < 20; i++) {
    clean("plain text");
    clean("left \xe2\x80\x8e mark and \xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d");
  }
  FriBidiStrIndex to_this[8] = {0};
  fribidi_remove_bidi_marks(NULL, 8, to_this, NULL, NULL);
  puts("done");
  return 0;
}
