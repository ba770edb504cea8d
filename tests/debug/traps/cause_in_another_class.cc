// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The wrong code is not on the stack when it fails: only the level of all classes shows it.
#include <cstdlib>

class Ledger {
 public:
  void add(int amount);
  void close() const;

 private:
  int total_ = 0;
};

class Till {
 public:
  explicit Till(Ledger* ledger) : ledger_(ledger) {}
  void pay(int amount);

 private:
  Ledger* ledger_;
};

__attribute__((noinline)) void Ledger::add(int amount) { total_ += amount; }

__attribute__((noinline)) void Ledger::close() const {
  if (total_ < 0) std::abort();
}

__attribute__((noinline)) void Till::pay(int amount) {
  ledger_->add(amount);
  if (amount == 7) ledger_->add(-20);  // wrong
}

int main() {
  Ledger ledger;
  Till till(&ledger);
  for (int i = 0; i < 12; i++) till.pay(i == 5 ? 7 : 0);
  ledger.close();
}
