// Fails until the defect is mended: SIGSEGV in shop::SearchTree::keys (search_tree.cpp:107).
// Standalone test, written by `cutaway testgen` from debug.cut/3: 7 calls of 2,033.
//   g++ -g -std=c++17 -I.. catalogue_crash_test.cc ../catalogue.cpp ../search_tree.cpp -lgtest_main -lgtest -pthread -o catalogue_crash_test

#include <gtest/gtest.h>

#include <string>

#include "catalogue.h"

TEST(Catalogue, ListingDoesNotCrash) {
  shop::Catalogue catalogue("aaaaa");
  catalogue.add(1);
  catalogue.add(0);
  catalogue.add(2);
  catalogue.add(3);
  catalogue.withdraw(1);
  catalogue.listing();  // fails here
}
