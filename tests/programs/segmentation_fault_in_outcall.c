// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The outside crashes while the inside waits for it.
// inside: in_*
// expect-exit: SIGSEGV
#include <stdio.h>

int out_read(const int* p) { return *p; }
int in_read(const int* p) { return out_read(p) + 1; }

int main(void) {
  int v = 4;
  printf("%d\n", in_read(&v));
  fflush(stdout);
  printf("%d\n", in_read((const int*)(12l + v)));
}
