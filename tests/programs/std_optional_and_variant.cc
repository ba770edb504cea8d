// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// optional, variant, any, tuple, pair and structured bindings across the cut.
// inside: inside::
#include <any>
#include <cstdio>
#include <optional>
#include <string>
#include <tuple>
#include <variant>

namespace outside {
using Value = std::variant<int, double, std::string>;
std::optional<std::string> find(int key) {
  if (key % 2) return "value of key " + std::to_string(key);
  return std::nullopt;
}
Value value(int i) {
  if (i % 3 == 0) return i;
  if (i % 3 == 1) return i / 4.0;
  return std::string(static_cast<size_t>(i), 'v');
}
std::tuple<int, char, double> split(int v) { return {v, static_cast<char>('a' + v), v * 0.5}; }
}  // namespace outside

namespace inside {
struct Measure {
  size_t operator()(int v) const { return static_cast<size_t>(v); }
  size_t operator()(double v) const { return static_cast<size_t>(v * 100); }
  size_t operator()(const std::string& v) const { return v.size() + 1000; }
};
size_t run(int n) {
  size_t h = 0;
  for (int i = 0; i < n; ++i) {
    auto found = outside::find(i);
    outside::Value value = outside::value(i);
    auto [a, b, c] = outside::split(i);
    h = h * 3 + std::visit(Measure{}, value) + found.value_or("none").size();
    h += static_cast<size_t>(a) + static_cast<size_t>(b) + static_cast<size_t>(c);
    std::any any = i % 2 ? std::any(a) : std::any(std::string("any"));
    h += any.type() == typeid(int) ? 1 : std::any_cast<std::string&>(any).size();
  }
  try {
    (void)std::get<double>(outside::value(3));
  } catch (const std::bad_variant_access&) {
    h += 7;
  }
  return h;
}
}  // namespace inside

int main() { std::printf("%zu\n", inside::run(8)); }
