// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <string.h>
#include "fribidi.h"

static int show(const char *text) {
  FriBidiChar logical[64], visual[64];
  FriBidiParType base = FRIBIDI_PAR_ON;
  char shown[256];
  FriBidiStrIndex length = fribidi_charset_to_unicode(FRIBIDI_CHAR_SET_CAP_RTL, text, (FriBidiStrIndex)strlen(text), logical);
  fribidi_log2vis(logical, length, &base, visual, NULL, NULL, NULL);
  return fribidi_unicode_to_charset(FRIBIDI_CHAR_SET_CAP_RTL, visual, length, shown);
}

int main(void) {
  for (int i = 0; i < 20; i++) {
    show("the CAR is red");
    show("THE 3 CARS, and 4 more");
    show("no rtl here at all");
  }
  show("na\xfc ve");
  puts("done");
  return 0;
}
