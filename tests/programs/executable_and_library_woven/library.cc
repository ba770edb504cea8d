// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The woven shared library.
#include <cstdlib>
#include "core.h"

namespace core {
struct Remote : Worker {
  int calls = 0;
  int work(int v) override {
    if (++calls > 6) throw calls;
    return std::abs(v - 5);
  }
};
Worker* make_worker() { return new Remote; }
int combine(Worker& a, Worker& b, int v) { return a.work(v) * 100 + b.work(v); }
}  // namespace core
