// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inside file: its initialisers call out and read what other files made.
#include <cstdio>
#include <map>
#include <string>
#include "shared.h"

static Noisy first("inside first");
static int computed = outside_counter() * 100;
static std::string name = "a name that is long enough for the heap " + std::to_string(computed);
static std::map<int, std::string> table = {{1, "one"}, {2, "two"}, {outside_counter(), "counted"}};
inline int inline_variable = outside_counter();

struct Registry {
  int values[4];
  Registry() : values{computed, inline_variable, 3, 4} {
    std::printf("registry %d %d\n", values[0], values[1]);
  }
  ~Registry() { std::printf("registry gone %d\n", values[3]); }
};
static Registry registry;

int inside_sum(int n) {
  registry.values[3] += n;
  return computed + registry.values[1] + registry.values[3];
}
std::string inside_name() { return name; }
size_t inside_table_size() { return table.size() + table[2].size(); }
