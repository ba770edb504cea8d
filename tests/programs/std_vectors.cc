// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors grown by one side and read, resized and swapped by the other.
// inside: inside::
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

namespace outside {
void push(std::vector<int>& v, int value) { v.push_back(value); }
std::vector<std::string> words(int n) {
  std::vector<std::string> result;
  for (int i = 0; i < n; ++i) result.push_back("word number " + std::to_string(i * 7 % 10));
  return result;
}
}  // namespace outside

namespace inside {
int sum(std::vector<int> v) {
  for (int i = 0; i < 20; ++i) {
    outside::push(v, i);
    v.push_back(v.back() * 2);
    if (i % 7 == 0) v.insert(v.begin() + 1, i);
  }
  v.erase(v.begin(), v.begin() + 3);
  return std::accumulate(v.begin(), v.end(), static_cast<int>(v.size()));
}
std::string join(int n) {
  std::vector<std::string> list = outside::words(n);
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  std::string text;
  for (const std::string& word : list) text += word.back();
  std::vector<std::vector<int>> grid(4, std::vector<int>(3, n));
  grid[2].swap(grid[0]);
  grid.resize(7);
  std::vector<bool> bits(100, true);
  bits[17].flip();
  return text + std::to_string(grid[2][1] + std::count(bits.begin(), bits.end(), true));
}
}  // namespace inside

int main() { std::printf("%d %s\n", inside::sum({1, 2, 3}), inside::join(25).c_str()); }
