// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes incalls for ever; after 1000 of them the file "running" exists.
// inside: in_*
#include <stdio.h>

static long total;
long out_step(long v) { return v * 3; }
long in_book(long v) { return total += out_step(v); }

int main(void) {
  for (long v = 0;; ++v) {
    in_book(v);
    if (v == 1000) fclose(fopen("running", "w"));
  }
}
