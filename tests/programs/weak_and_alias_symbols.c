// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Weak definitions, absent weak functions and aliases of inside functions.
// inside: in_*
#include <stdio.h>

int out_value(int v) { return v + 1; }
int in_real(int v) { return out_value(v) * 2; }
int in_alias(int v) __attribute__((alias("in_real")));
int out_alias(int v) __attribute__((alias("in_real")));
__attribute__((weak)) int in_weak(int v) { return in_alias(v) + 5; }
__attribute__((weak)) int out_absent(int v);
int in_optional(int v) { return out_absent ? out_absent(v) : -v; }

int main(int argc, char** argv) {
  (void)argv;
  printf("%d %d %d %d\n", in_alias(argc), out_alias(argc), in_weak(argc), in_optional(argc));
}
