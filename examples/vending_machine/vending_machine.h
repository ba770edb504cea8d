// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sells drinks for two coins each.
#pragma once
#include <vector>

namespace vending {

class VendingMachine {
 public:
  static constexpr int k_price_coins = 2;

  explicit VendingMachine(int slots);

  void restock(int slot, int count);

  void insert_coin();

  // False if the machine is not enabled or the slot is empty.
  bool vend(int slot);

  // Gives the coins back that are not spent yet, and returns their number.
  int return_coins();

  // True while the inserted coins suffice for a drink.
  bool is_enabled() const;

  // Empties the cash box.
  int take_income();

 private:
  std::vector<int> stock_;  // by slot
  int coins_ = 0;
  int income_ = 0;
  bool is_enabled_ = false;
};

}  // namespace vending
