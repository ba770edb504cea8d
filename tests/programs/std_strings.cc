// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::string short and long, built, grown, searched and handed over by both sides.
// inside: inside::
#include <cstdio>
#include <string>
#include <string_view>

namespace outside {
std::string repeat(const std::string& s, int n) {
  std::string result;
  for (int i = 0; i < n; ++i) result += s;
  return result;
}
void append(std::string& s, std::string_view more) { s.append(more); }
}  // namespace outside

namespace inside {
std::string build(std::string s, int n) {
  std::string copy = s;
  for (int i = 0; i < n; ++i) {
    s += std::to_string(i * i) + ',';
    outside::append(copy, std::string_view(s).substr(s.size() / 2));
    s.insert(s.size() / 3, 1, static_cast<char>('a' + i));
  }
  s.erase(2, 3);
  s.replace(0, 1, "replaced");
  std::string moved = std::move(copy);
  return s + '|' + outside::repeat(moved.substr(0, 5), 3);
}
size_t find(const std::string& s) {
  size_t h = s.find("16") + s.rfind(',') * 100 + s.find_first_of("xyz,") * 10000;
  return h + (s < std::string("zzz")) + static_cast<size_t>(s.compare(0, 3, "rep") == 0);
}
}  // namespace inside

int main() {
  std::string a = inside::build("start", 6),
              b = inside::build("a much longer string that lives on the heap", 3);
  std::printf("%s\n%s\n%zu %zu\n", a.c_str(), b.c_str(), inside::find(a), inside::find(b));
}
