// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Global objects of an inside file: constructed before main, destroyed at exit, each an incall.
// inside: inside.cc
// min-incalls: 4
#include <cstdio>
#include "shared.h"

Noisy outside_global("outside global");

int outside_counter() {
  static int n = 0;
  return ++n;
}

int main() {
  std::printf("main %d\n", inside_sum(3));
  std::printf("%s %zu\n", inside_name().c_str(), inside_table_size());
}
