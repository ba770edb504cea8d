// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A leading minus takes functions out of the inside again.
// inside: app::
// inside: -app::log
// inside: -app::detail::
#include <cstdio>

namespace app {
int logged = 0;
void log(const char* text) { logged += text[0]; }
namespace detail {
int seed() { return ++logged; }
}  // namespace detail
int run(int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    log("x");
    sum = sum * 3 + detail::seed();
  }
  return sum;
}
}  // namespace app

int main() {
  std::printf("%d\n", app::run(4));
  std::printf("%d\n", app::logged);
}
