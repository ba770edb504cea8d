// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Overloaded operators, conversions, references and const overloads of both sides.
// inside: inside::
#include <cstdio>
#include <string>
#include <utility>

namespace outside {
class Number {
 public:
  Number(int v) : v_(v) {}
  explicit operator int() const { return v_; }
  Number& operator+=(const Number& o) { return v_ += o.v_, *this; }
  int& operator[](int) { return v_; }
  int operator()(int a, int b) const { return v_ * a + b; }
  friend bool operator==(const Number&, const Number&) = default;

 private:
  int v_;
};
std::string which(Number&) { return "lvalue"; }
std::string which(Number&&) { return "rvalue"; }
}  // namespace outside

namespace inside {
class Ratio {
 public:
  Ratio(int a, int b) : a_(a), b_(b) {}
  Ratio operator*(const Ratio& o) const { return {a_ * o.a_, b_ * o.b_}; }
  Ratio& operator++() { return a_ += b_, *this; }
  auto operator<=>(const Ratio& o) const { return a_ * o.b_ <=> o.a_ * b_; }
  operator double() const { return static_cast<double>(a_) / b_; }

 private:
  int a_, b_;
};
std::string run(int n) {
  outside::Number number(n);
  number += n * 2;
  number[0]++;
  auto&& reference = std::move(number);
  Ratio ratio = Ratio(n, 3) * Ratio(2, 5);
  ++ratio;
  std::string text = outside::which(number) + outside::which(std::move(reference));
  return text + std::to_string(number(2, 1)) + std::to_string(static_cast<double>(ratio)) +
         (ratio < Ratio(2, 1) ? "<" : ">=") + (number == outside::Number(10) ? "=" : "!");
}
}  // namespace inside

int main() {
  std::printf("%s\n", inside::run(3).c_str());
  std::printf("%g %d\n", static_cast<double>(inside::Ratio(1, 4)),
              inside::Ratio(1, 2) > inside::Ratio(1, 3));
}
