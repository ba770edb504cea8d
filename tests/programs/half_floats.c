// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// _Float16 crosses the cut in vector registers.
// inside: in_*
#include <stdio.h>

_Float16 out_half(_Float16 v, float w) { return (_Float16)((float)v * w); }
_Float16 in_half(_Float16 v) { return (_Float16)(out_half(v, 0.5f) + (_Float16)1.25f); }

int main(int argc, char** argv) {
  (void)argv;
  printf("%a\n", (double)in_half((_Float16)(argc * 3.75f)));
}
