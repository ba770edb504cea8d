// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What both files of the program know.
#pragma once
#include <cstdio>
#include <string>

int outside_counter();
int inside_sum(int n);
std::string inside_name();
size_t inside_table_size();

struct Noisy {
  const char* name;
  explicit Noisy(const char* n) : name(n) { std::printf("made %s\n", name); }
  ~Noisy() { std::printf("gone %s\n", name); }
};
