// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One exception unwinds through inside and outside frames in turn, running cleanups of both.
// inside: inside::
#include <cstdio>
#include <stdexcept>

namespace outside {
int cleanups = 0;
struct Cleanup {
  ~Cleanup() { ++cleanups; }
};
int down(int n);
}  // namespace outside

namespace inside {
int cleanups = 0;
struct Cleanup {
  int weight;
  ~Cleanup() { cleanups += weight; }
};
int down(int n) {
  Cleanup cleanup{n};
  if (n == 0) throw std::logic_error("thrown inside");
  return outside::down(n - 1) + cleanup.weight;
}
int guarded(int n) {
  try {
    return outside::down(n);
  } catch (const std::logic_error& e) {
    return e.what()[7] * 1000 + cleanups;
  }
}
}  // namespace inside

int outside::down(int n) {
  Cleanup cleanup;
  if (n == 0) throw std::logic_error("thrown outside");
  return inside::down(n - 1) + 1;
}

int main() {
  for (int n = 0; n < 6; ++n) {
    std::printf("%d\n", inside::guarded(n));
    try {
      std::printf("%d\n", inside::down(n));
    } catch (const std::logic_error& e) {
      std::printf("%s %d %d\n", e.what(), inside::cleanups, outside::cleanups);
    }
  }
}
