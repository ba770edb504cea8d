// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::function objects made on one side, stored, copied and called on the other.
// inside: inside::
#include <cstdio>
#include <functional>
#include <vector>

namespace outside {
using Callback = std::function<int(int)>;
std::vector<Callback> callbacks;
void subscribe(Callback callback) { callbacks.push_back(std::move(callback)); }
int notify(int v) {
  int sum = 0;
  for (const Callback& callback : callbacks) sum += callback(v);
  return sum;
}
Callback scaler(int factor) {
  return [factor](int v) { return v * factor; };
}
}  // namespace outside

namespace inside {
int state = 1;
void start(int n) {
  for (int i = 0; i < n; ++i)
    outside::subscribe(
        [i, big = std::vector<int>(20, i)](int v) { return state += v * big[19] + i; });
  outside::subscribe(outside::scaler(5));
}
int run(const outside::Callback& f, int v) {
  outside::Callback both = [f, g = outside::scaler(7)](int w) { return f(w) - g(w); };
  outside::Callback empty;
  return both(v) + outside::notify(v) + (empty ? 1 : 0);
}
}  // namespace inside

int main() {
  inside::start(3);
  std::printf("%d\n", outside::notify(2));
  std::printf("%d\n", inside::run(outside::scaler(3), 4));
  std::printf("%d\n", inside::state);
}
