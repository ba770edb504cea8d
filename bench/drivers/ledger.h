// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For bench/debug.py: a failure that needs few of many calls.
#pragma once
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
