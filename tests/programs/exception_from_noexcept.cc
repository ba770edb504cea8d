// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An outside exception reaches a noexcept inside function: std::terminate.
// inside: inside::
// expect-exit: SIGABRT
#include <cstdio>

namespace outside {
void fail(int v) {
  if (v > 1) throw v;
}
}  // namespace outside

namespace inside {
int run(int v) noexcept {
  outside::fail(v);
  return v;
}
}  // namespace inside

int main() {
  std::printf("%d\n", inside::run(1));
  std::fflush(stdout);
  inside::run(2);
}
