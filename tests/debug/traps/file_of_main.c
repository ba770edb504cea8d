// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All in one file, as small programs are: main calls functions, and these are what is left.
#include <assert.h>

int level;

void check(int is_fine) { assert(is_fine); }

void fill(int amount) { level += amount; }

void drain(int amount) {
  level -= amount;
  check(level >= 0);
}

int main(void) {
  for (int i = 0; i < 50; i++) {
    fill(3);
    drain(2);
  }
  drain(60);
}
