// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Switches become jump tables, lookup tables and tables of strings in read-only data.
// inside: in_*
#include <stdio.h>

int out_code(int v) { return (v * 7 + 3) % 12; }

const char* in_name(int v) {
  switch (out_code(v)) {
    case 0:
      return "zero";
    case 1:
      return "one";
    case 2:
      return "two";
    case 3:
      return "three";
    case 4:
      return "four";
    case 5:
      return "five";
    case 6:
      return "six";
    default:
      return "many";
  }
}
int in_number(int v) {
  switch (out_code(v)) {
    case 0:
      return 17;
    case 1:
      return 4;
    case 2:
      return -9;
    case 3:
      return 1000;
    case 5:
      return 5;
    case 8:
      return out_code(v + 1);
    case 9:
      return in_number(v + 1);
    case 11:
      return v;
  }
  return 0;
}

int main(void) {
  for (int i = 0; i < 12; ++i) printf("%s %d\n", in_name(i), in_number(i));
}
