// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A till that asks a price list, both inside; `crash` makes the price list fail, `wild` the till.
// inside: shop.cc
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

namespace shop {

class Prices {
 public:
  int cents(const char* name);
  const char* wrong = nullptr;

 private:
  int asked_ = 0;
};

class Till {
 public:
  explicit Till(Prices& prices) : prices_(prices) {}
  int add(const char* name);
  int* total = nullptr;

 private:
  Prices& prices_;
};

int Prices::cents(const char* name) {
  if (wrong != nullptr && strcmp(name, wrong) == 0) *(volatile int*)nullptr = 1;
  return static_cast<int>(strlen(name)) * 100 + ++asked_;
}

int Till::add(const char* name) {
  int cents = prices_.cents(name);
  *total += cents + static_cast<int>(time(nullptr) * 0);
  return *total;
}

}  // namespace shop

int main(int argc, char** argv) {
  shop::Prices prices;
  shop::Till till(prices);
  int total = 0;
  till.total = &total;
  const char* mode = argc > 1 ? argv[1] : "";
  const char* const names[] = {"apple", "pear", "fig"};
  for (const char* name : names) {
    if (strcmp(mode, "crash") == 0) prices.wrong = "fig";
    if (strcmp(mode, "wild") == 0 && name[0] == 'f') till.total = nullptr;
    printf("%d\n", till.add(name));
  }
}
