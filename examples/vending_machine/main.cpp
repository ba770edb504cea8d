// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A day at the vending machine: 32 calls, the last of which fails.
#include <iostream>

#include "vending_machine.h"

namespace {

enum Slot { k_cola, k_juice, k_water, k_slots };

void insert_coins(vending::VendingMachine& machine, int count) {
  for (int i = 0; i < count; ++i) machine.insert_coin();
}

int sell_in_the_morning(vending::VendingMachine& machine) {
  int sold = 0;
  insert_coins(machine, 2);
  sold += machine.vend(k_cola);
  insert_coins(machine, 4);
  sold += machine.vend(k_juice);
  sold += machine.vend(k_water);
  insert_coins(machine, 1);
  sold += machine.vend(k_water);  // too few coins
  machine.return_coins();
  insert_coins(machine, 3);
  sold += machine.vend(k_cola);
  machine.return_coins();
  insert_coins(machine, 2);
  sold += machine.vend(k_cola);
  return sold;
}

}  // namespace

int main() {
  vending::VendingMachine machine(k_slots);
  machine.restock(k_cola, 10);
  machine.restock(k_juice, 5);
  machine.restock(k_water, 5);
  std::cout << "sold in the morning: " << sell_in_the_morning(machine) << "\n";
  std::cout << "income: " << machine.take_income() << "\n";
  machine.restock(k_cola, 4);
  if (machine.is_enabled()) std::cout << "someone forgot a coin\n";
  insert_coins(machine, 3);
  std::cout << "cola: " << machine.vend(k_cola) << "\n";
  std::cout << "cola: " << machine.vend(k_cola) << "\n";
  return 0;
}
