// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same of the static local of a function: without the first call of instance() it is all zeros.
#include <cstdlib>

class Rate {
 public:
  explicit Rate(int divisor) : divisor_(divisor) {}
  void set(int divisor) { divisor_ = divisor; }
  int share(int amount) const { return amount / divisor_; }
  static Rate& instance() {
    static Rate rate(atoi("7"));
    return rate;
  }

 private:
  int divisor_;
};

int main() {
  int sum = 0;
  for (int i = 1; i < 40; i++) {
    sum += Rate::instance().share(i);
    if (i % 10 == 0) Rate::instance().set(i);
  }
  Rate::instance().set(0);
  return sum + Rate::instance().share(5);
}
