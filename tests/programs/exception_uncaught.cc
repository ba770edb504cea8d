// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An exception nobody catches ends the program through std::terminate.
// inside: inside::
// expect-exit: SIGABRT
#include <cstdio>
#include <stdexcept>

namespace outside {
int check(int v) { return v > 2; }
}  // namespace outside

namespace inside {
int run(int v) {
  if (outside::check(v)) throw std::runtime_error("nobody catches this");
  return v + 1;
}
}  // namespace inside

int main() {
  std::printf("%d\n", inside::run(1));
  std::fflush(stdout);
  inside::run(3);
}
