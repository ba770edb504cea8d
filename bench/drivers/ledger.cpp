// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For bench/debug.py: a failure that needs few of many calls.
#include <cstdint>
#include <cstdlib>

class Ledger {
 public:
  explicit Ledger(int64_t limit) : limit_(limit) {}
  void enter(uint64_t account, int64_t amount) { balances_[account % k_accounts] += amount; }
  int64_t balance(uint64_t account) const { return balances_[account % k_accounts]; }
  void close(uint64_t account) { is_closed_[account % k_accounts] = true; }
  void settle(uint64_t account) {
    if (is_closed_[account % k_accounts] && balance(account) <= limit_) std::abort();
  }

 private:
  static constexpr uint64_t k_accounts = 64;
  int64_t limit_;
  int64_t balances_[k_accounts] = {};
  bool is_closed_[k_accounts] = {};
};

// ledger CALLS NEEDED: of so many calls of Ledger the failure needs so many entries.
int main(int, char** arguments) {
  const uint64_t calls = std::strtoull(arguments[1], nullptr, 10);
  const int64_t needed = std::strtoll(arguments[2], nullptr, 10);
  auto* ledger = new Ledger(-needed);
  const uint64_t others = calls - static_cast<uint64_t>(needed) - 3;
  for (uint64_t i = 0; i < others; ++i) {
    if (i % 3 == 0) ledger->enter(i, i % 64 == 7 ? 0 : 1);
    if (i % 3 == 1) ledger->settle(7);
    if (i % 3 == 2) (void)ledger->balance(7);
  }
  for (int64_t i = 0; i < needed; ++i) ledger->enter(7, -1);
  ledger->close(7);
  ledger->settle(7);
}
