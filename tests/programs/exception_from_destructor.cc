// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Destructors that may throw, on both sides.
// inside: inside::
#include <cstdio>
#include <stdexcept>

namespace outside {
struct Thrower {
  int v;
  ~Thrower() noexcept(false) {
    if (v == 1) throw std::runtime_error("outside destructor");
  }
};
}  // namespace outside

namespace inside {
struct Thrower {
  int v;
  ~Thrower() noexcept(false) {
    if (v == 2) throw std::runtime_error("inside destructor");
  }
};
int run(int v) {
  Thrower mine{v};
  outside::Thrower other{v};
  return v * 10;
}
int guarded(int v) {
  try {
    return run(v);
  } catch (const std::exception& e) {
    return e.what()[0];
  }
}
}  // namespace inside

int main() {
  for (int v = 0; v < 3; ++v) std::printf("%d\n", inside::guarded(v));
  try {
    inside::run(2);
  } catch (const std::exception& e) {
    std::printf("%s\n", e.what());
  }
}
