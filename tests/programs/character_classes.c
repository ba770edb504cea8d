// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ctype functions and macros, before and after the outside changes the locale.
// inside: in_*
#include <ctype.h>
#include <locale.h>
#include <stdio.h>

unsigned in_classify(int c) {
  unsigned h = 0;
  int (*const functions[])(int) = {isalpha, isdigit, isalnum, isspace, isupper,  islower,
                                   ispunct, isprint, iscntrl, isgraph, isxdigit, isblank};
  for (unsigned i = 0; i < 12; ++i) h |= (functions[i](c) != 0) << i;
  return h + (unsigned)((isalpha(c) != 0) + (isdigit(c) != 0) + (isspace(c) != 0));
}
unsigned in_table(void) {
  unsigned h = 0;
  for (int c = -1; c < 256; ++c)
    h = h * 31 + in_classify(c) + (unsigned)(tolower(c) + 2 * toupper(c));
  return h;
}
void in_capitalise(char* text) {
  for (int first = 1; *text; first = isspace((unsigned char)*text++))
    *text = (char)(first ? toupper((unsigned char)*text) : tolower((unsigned char)*text));
}

int main(void) {
  char text[] = "hELLO wORLD oF cUTS";
  printf("%u\n", in_table());
  in_capitalise(text);
  printf("%s\n", text);
  printf("%d %u\n", setlocale(LC_ALL, "C.UTF-8") != NULL, in_table());
}
