// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Initializer lists and aggregates handed through the cut.
// inside: inside::
#include <cstdio>
#include <initializer_list>
#include <string>
#include <vector>

namespace outside {
int sum(std::initializer_list<int> list) {
  int total = 0;
  for (int v : list) total += v;
  return total;
}
struct Config {
  int a = 1;
  std::string name = "default";
  std::vector<int> values;
};
size_t size(const Config& c) { return c.name.size() + c.values.size() + static_cast<size_t>(c.a); }
}  // namespace outside

namespace inside {
int weigh(std::initializer_list<std::string> words) {
  int h = 0;
  for (const auto& w : words) h = h * 7 + static_cast<int>(w.size());
  return h;
}
int run(int n) {
  int v = outside::sum({n, 2, n * 3}) + outside::sum({}) + weigh({"a", "bb", std::string(40, 'c')});
  outside::Config config{.a = n, .name = "named", .values = {1, 2, n}};
  return v + static_cast<int>(outside::size(config) + outside::size({}));
}
}  // namespace inside

int main() { std::printf("%d %d\n", inside::run(4), inside::weigh({"outside", "list"})); }
