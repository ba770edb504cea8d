// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The initialiser of a static local throws through the cut and is tried again.
// inside: inside::
#include <cstdio>
#include <stdexcept>

namespace outside {
int attempts = 0;
int load() {
  if (++attempts < 3) throw std::runtime_error("not yet");
  return attempts * 100;
}
}  // namespace outside

namespace inside {
int value() {
  static int loaded = outside::load();
  return loaded;
}
}  // namespace inside

int main() {
  for (int i = 0; i < 5; ++i) {
    try {
      std::printf("%d\n", inside::value());
    } catch (const std::exception& e) {
      std::printf("%s\n", e.what());
    }
  }
}
