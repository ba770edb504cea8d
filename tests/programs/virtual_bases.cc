// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A diamond with a virtual base of the outside, constructed and destroyed through both sides.
// inside: inside::
#include <cstdio>

namespace outside {
struct Base {
  int value;
  explicit Base(int v) : value(v) { std::printf("base %d\n", v); }
  virtual ~Base() { std::printf("base gone %d\n", value); }
  virtual int get() const { return value; }
};
struct Left : virtual Base {
  Left() : Base(1) {}
  int get() const override { return value * 2; }
  int left = 3;
};
int ask(const Base& b) { return b.get(); }
}  // namespace outside

namespace inside {
struct Right : virtual outside::Base {
  Right() : Base(2) {}
  int right = 4;
  int sum() const { return right + value + get(); }
};
struct Bottom : outside::Left, Right {
  Bottom() : Base(7) { value += outside::ask(*this); }
  ~Bottom() override { std::printf("bottom %d\n", sum()); }
  int get() const override { return Left::get() + right + left; }
};
int run(const Right& r) { return r.sum() + outside::ask(r); }
}  // namespace inside

int main() {
  inside::Bottom bottom;
  inside::Right right;
  std::printf("%d %d\n", inside::run(bottom), inside::run(right));
}
