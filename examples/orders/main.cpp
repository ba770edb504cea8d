// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The outside of the example: reads files, keeps the price list, prints.
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>

#include "order_book.h"

namespace {

class FilePriceList : public orders::PriceList {
 public:
  explicit FilePriceList(const std::string& path) {
    std::ifstream file(path);
    std::string kind, name;
    long value = 0;
    while (file >> kind >> name >> value) {
      if (kind == "item") prices_[name] = value;
      else discounts_[name] = static_cast<int>(value);
    }
  }

  long price_cents(const char* item) override {
    const auto found = prices_.find(item);
    return found == prices_.end() ? -1 : found->second;
  }

  const int* discount_percent(const char* code) override {
    const auto found = discounts_.find(code);
    return found == discounts_.end() ? nullptr : &found->second;
  }

 private:
  std::map<std::string, long> prices_;
  std::map<std::string, int> discounts_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: orders PRICES ORDERS\n";
    return 2;
  }
  FilePriceList prices(argv[1]);
  std::ifstream file(argv[2]);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  orders::OrderBook book(prices);
  try {
    book.parse(text);
  } catch (const orders::ParseError& error) {
    std::cerr << argv[2] << ":" << error.line << ": " << error.what << "\n";
    return 1;
  }
  std::cout << book.summary();
  return 0;
}
