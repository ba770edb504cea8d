// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two functions that must not throw, and do: the part with the other exception is another failure.
#include <stdexcept>
#include <vector>

class Account {
 public:
  void deposit(int count) {
    for (int i = 0; i < count; i++) coins_.push_back(i);
  }
  void set_rate(int rate) { rate_ = rate; }
  int take() noexcept {
    if (coins_.empty()) throw_because(1);
    int coin = coins_.back();
    coins_.pop_back();
    return coin;
  }
  int share() noexcept {
    if (!coins_.empty() && rate_ == 0) throw_because(2);
    return rate_ == 0 ? 0 : static_cast<int>(coins_.size()) / rate_;
  }

 private:
  static void throw_because(int reason) {
    if (reason == 1) throw std::out_of_range("no coins");
    throw std::domain_error("rate is zero");
  }
  std::vector<int> coins_;
  int rate_ = 1;
};

int main() {
  int sum = 0;
  Account account;
  for (int i = 1; i < 20; i++) {
    account.deposit(3);
    account.set_rate(i);
    sum += account.take() + account.take() + account.share();
  }
  account.set_rate(0);
  return sum + account.share();
}
