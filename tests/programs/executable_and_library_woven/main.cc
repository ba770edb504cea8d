// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inside code in the program and in a shared library: one inside in two modules.
// inside: core::
// library: shared library.cc
#include <cstdio>
#include "core.h"

int outside_step(int v) { return v + 3; }

namespace core {
struct Local : Worker {
  int work(int v) override { return outside_step(v) * 2; }
};
int drive(int n) {
  Local local;
  auto* remote = make_worker();
  int sum = 0;
  try {
    for (int i = 0; i < n; ++i) sum += combine(local, *remote, i);
  } catch (int v) {
    sum = sum * 10 + v;
  }
  delete remote;
  return sum;
}
}  // namespace core

int main() { std::printf("%d %d\n", core::drive(4), core::drive(9)); }
