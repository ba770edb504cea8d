// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Initialisers of static members of templates are local to their files, yet in groups that the linker keeps once.
// inside: static_members_of_templates/**
#include <cstdio>
#include "last.h"

int length_here(int more) {
  Last<long>::text += std::string(more, '!');
  return static_cast<int>(Last<long>::text.size() + Last<int>::text.size());
}

int main() {
  int total = 0;
  for (int i = 0; i < 10; ++i) total += i % 2 ? length_here(i) : length_there(i);
  std::printf("%d %s\n", total, Last<long>::text.c_str());
}
