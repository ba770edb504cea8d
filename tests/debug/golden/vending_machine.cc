// Fails until the defect is mended: uncaught std::logic_error "vend: enabled without coins" in vending::VendingMachine::vend (vending_machine.cpp:19).
// Standalone test, written by `cutaway testgen` from debug.cut/1: 7 calls of 32.
//   g++ -g -std=c++17 -I.. vending_machine_exception_test.cc ../vending_machine.cpp -lgtest_main -lgtest -pthread -o vending_machine_exception_test

#include <gtest/gtest.h>

#include "vending_machine.h"

TEST(VendingMachine, VendDoesNotThrow) {
  vending::VendingMachine vending_machine(1);
  vending_machine.restock(0, 2);
  vending_machine.insert_coin();
  vending_machine.insert_coin();
  vending_machine.insert_coin();
  vending_machine.vend(0);
  vending_machine.vend(0);  // fails here
}
