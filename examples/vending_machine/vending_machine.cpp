// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vending_machine.h"

#include <stdexcept>

namespace vending {

VendingMachine::VendingMachine(int slots) : stock_(slots, 0) {}

void VendingMachine::restock(int slot, int count) { stock_.at(slot) += count; }

void VendingMachine::insert_coin() {
  ++coins_;
  if (coins_ >= k_price_coins) is_enabled_ = true;
}

bool VendingMachine::vend(int slot) {
  if (!is_enabled_ || stock_.at(slot) == 0) return false;
  if (coins_ < k_price_coins) throw std::logic_error("vend: enabled without coins");
  coins_ -= k_price_coins;
  income_ += k_price_coins;
  --stock_.at(slot);
  // The defect: with an odd number of coins, one is left and the machine stays enabled.
  if (coins_ == 0) is_enabled_ = false;
  return true;
}

int VendingMachine::return_coins() {
  const int returned = coins_;
  coins_ = 0;
  is_enabled_ = false;
  return returned;
}

bool VendingMachine::is_enabled() const { return is_enabled_; }

int VendingMachine::take_income() {
  const int income = income_;
  income_ = 0;
  return income;
}

}  // namespace vending
