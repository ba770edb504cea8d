// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ordered and hashed containers shared by both sides.
// inside: inside::
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace outside {
using Index = std::unordered_map<std::string, int>;
void count(Index& index, const std::string& word) { ++index[word]; }
std::map<int, std::string> numbers() { return {{3, "three"}, {1, "one"}, {2, "two"}}; }
}  // namespace outside

namespace inside {
int words(const std::string& text) {
  outside::Index index;
  std::string word;
  for (char c : text + ' ') {
    if (c != ' ') word += c;
    else if (!word.empty()) outside::count(index, std::exchange(word, {})), index["total"]++;
  }
  std::map<std::string, int> sorted(index.begin(), index.end());
  int h = 0;
  for (const auto& [key, value] : sorted) h = h * 31 % 1000003 + value * key[0];
  index.erase("total");
  return h + static_cast<int>(index.size());
}
std::string ordered(int n) {
  auto map = outside::numbers();
  for (int i = 0; i < n; ++i) map.emplace(i * 5 % 11, std::to_string(i));
  map.erase(map.lower_bound(7), map.end());
  std::multiset<int> set;
  std::unordered_set<int> unique;
  std::string text;
  for (const auto& [key, value] : map) {
    text += value;
    set.insert(static_cast<int>(value.size()));
    unique.insert(key % 3);
  }
  return text + std::to_string(set.count(1)) + std::to_string(unique.size());
}
}  // namespace inside

int main() {
  std::printf("%d\n", inside::words("the cat and the dog and the bird that saw the cat"));
  std::printf("%s\n", inside::ordered(9).c_str());
}
