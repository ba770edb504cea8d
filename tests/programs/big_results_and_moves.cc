// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Results built in place by the callee, moved objects and references that outlive calls.
// inside: inside::
#include <array>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace outside {
struct Report {
  std::array<long, 16> numbers{};
  std::string title;
  std::vector<std::string> lines;
};
Report make(int n) {
  Report r;
  r.title = "report " + std::to_string(n);
  for (int i = 0; i < n; ++i)
    r.lines.push_back("line " + std::to_string(i)), r.numbers[static_cast<size_t>(i) % 16] += i;
  return r;
}
const std::string& longest(const Report& r) {
  const std::string* best = &r.title;
  for (const auto& line : r.lines)
    if (line.size() > best->size()) best = &line;
  return *best;
}
}  // namespace outside

namespace inside {
outside::Report merge(outside::Report a, outside::Report&& b) {
  outside::Report result = std::move(a);
  for (auto& line : b.lines) result.lines.push_back(std::move(line) + "!");
  result.numbers[3] += b.numbers[3];
  return result;
}
std::pair<std::string, long> run(int n) {
  outside::Report merged = merge(outside::make(n), outside::make(n + 2));
  const std::string& text = outside::longest(merged);
  return {text + '/' + merged.title, merged.numbers[3] + static_cast<long>(merged.lines.size())};
}
}  // namespace inside

int main() {
  auto [text, number] = inside::run(12);
  std::printf("%s %ld\n", text.c_str(), number);
}
