// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The object is a local of main and lies on its stack; another thread uses it. Nobody has written it
// in a part without constructor and set().
#include <thread>

class Rate {
 public:
  Rate() : divisor_(7) {}
  void set(int divisor) { divisor_ = divisor; }
  int share(int amount) const { return amount / divisor_; }

 private:
  int divisor_;
};

int main() {
  Rate rate;
  int sum = 0;
  std::thread worker([&] {
    for (int i = 1; i < 40; i++) {
      sum += rate.share(i);
      if (i % 10 == 0) rate.set(i);
    }
    rate.set(0);
    sum += rate.share(5);
  });
  worker.join();
  return sum;
}
