// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// main itself is inside: the start-up code is the only outside caller.
// inside: main
// inside: in_*
// args: one two three
#include <stdio.h>
#include <string.h>

int out_weight(const char* text) { return (int)strlen(text) * 7; }
static int in_sum(int n, char** texts) {
  int sum = 0;
  for (int i = 1; i < n; ++i) sum += out_weight(texts[i]) + texts[i][0];
  return sum;
}

int main(int argc, char** argv) {
  printf("%d\n", in_sum(argc, argv));
  return 0;
}
