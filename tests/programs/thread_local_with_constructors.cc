// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// thread_local objects with constructors and destructors, in three threads.
// inside: inside::
#include <cstdio>
#include <string>
#include <thread>

namespace outside {
int made = 0, destroyed = 0;
int next() { return ++made * 10; }
void gone(int v) { destroyed += v; }
}  // namespace outside

namespace inside {
struct Local {
  int v = outside::next();
  std::string text = "thread-local text " + std::to_string(v);
  ~Local() { outside::gone(v); }
};
thread_local Local local;
thread_local int plain = outside::next();
size_t use(int n) {
  local.v += n;
  plain += local.v;
  static thread_local Local second;
  return local.text.size() + static_cast<size_t>(local.v + plain + second.v);
}
}  // namespace inside

int main() {
  std::printf("%zu %zu\n", inside::use(1), inside::use(2));
  for (int i = 0; i < 2; ++i) {
    std::thread thread([i] { std::printf("%zu\n", inside::use(i) + inside::use(5)); });
    thread.join();
  }
  std::printf("%d %d\n", outside::made, outside::destroyed);
}
