// Fails until the defect is mended: failed assertion "parent->right == node" in shop::SearchTree::replace (search_tree.cpp:57).
// Standalone test, written by `cutaway testgen` from debug.cut/3: 6 calls of 2,033.
//   g++ -g -std=c++17 -I.. catalogue_assertion_test.cc ../catalogue.cpp ../search_tree.cpp -lgtest_main -lgtest -pthread -o catalogue_assertion_test

#include <gtest/gtest.h>

#include <string>

#include "catalogue.h"

TEST(Catalogue, WithdrawKeepsItsAssertion) {
  shop::Catalogue catalogue("");
  catalogue.add(0);
  catalogue.add(2);
  catalogue.add(1);
  catalogue.favour(2);
  catalogue.withdraw(1);  // fails here
}
