// A check that leaves the program when a balance is wrong.
#include <cstdio>
#include <cstdlib>

class Account {
 public:
  void deposit(int amount) { balance_ += amount; }
  void withdraw(int amount) { balance_ -= amount; }
  void settle() const {
    if (balance_ >= 0) return;
    std::fprintf(stderr, "overdrawn by %d\n", -balance_);
    std::exit(3);
  }

 private:
  int balance_ = 0;
};

int main() {
  Account account;
  for (int i = 1; i < 100; ++i) {
    account.deposit(i);
    account.withdraw(i - 1);
    account.settle();
  }
  account.withdraw(1000);
  account.settle();
  return 0;
}
