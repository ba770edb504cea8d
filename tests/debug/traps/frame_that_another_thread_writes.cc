// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The object is a local of a function that has not called the inside yet when another thread sets
// it. Its frame lies where an earlier one was, and is new; but what set() has written there is not
// the outside's: it is needed.
#include <thread>

class Rate {
 public:
  void set(int divisor) { divisor_ = divisor; }
  int share(int amount) const { return amount / divisor_; }

 private:
  int divisor_;
};

__attribute__((noinline)) static int share(int divisor) {
  Rate rate;
  std::thread worker([&] { rate.set(divisor); });
  worker.join();
  return rate.share(100);
}

int main() {
  Rate rate;
  int sum = 0;
  for (int i = 20; i-- > 0;) {
    rate.set(i + 1);
    sum += rate.share(40) + share(i);
  }
  return sum;
}
