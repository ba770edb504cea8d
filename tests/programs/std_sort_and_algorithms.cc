// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Standard algorithms with comparisons of the inside, of the outside, and of both.
// inside: inside::
// flags: -Wno-deprecated-declarations
#include <algorithm>
#include <cstdio>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace outside {
bool less(int a, int b) { return a % 100 < b % 100; }
void sort(std::vector<std::string>& v, bool (*compare)(const std::string&, const std::string&)) {
  std::sort(v.begin(), v.end(), compare);
}
}  // namespace outside

namespace inside {
bool by_length(const std::string& a, const std::string& b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}
unsigned run(int n) {
  std::mt19937 random(7);
  std::vector<int> v;
  std::generate_n(std::back_inserter(v), n, [&] { return static_cast<int>(random() % 10000); });
  std::stable_sort(v.begin(), v.end(), outside::less);
  unsigned h = 0;
  for (int x : v) h = h * 31 + static_cast<unsigned>(x);
  std::sort(v.begin(), v.end(), std::greater<>());
  std::nth_element(v.begin(), v.begin() + n / 2, v.end());
  auto middle = std::partition(v.begin(), v.end(), [](int x) { return x % 3 == 0; });
  std::make_heap(v.begin(), middle);
  h = h * 31 + static_cast<unsigned>(middle - v.begin()) + static_cast<unsigned>(v[0]);
  std::vector<std::string> words = {"pear", "fig",    "apple",
                                    "kiwi", "banana", "a considerably longer fruit name"};
  outside::sort(words, by_length);
  for (const auto& word : words) h = h * 31 + static_cast<unsigned char>(word[1]);
  return h;
}
}  // namespace inside

int main() { std::printf("%u\n", inside::run(300)); }
