// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inside of the example: reads a text of orders and sums them up.
#pragma once
#include <ctime>
#include <map>
#include <string>
#include <string_view>

namespace orders {

// What the order book asks of the rest of the program.
class PriceList {
 public:
  virtual ~PriceList() = default;
  virtual long price_cents(const char* item) = 0;             // -1: no such item
  virtual const int* discount_percent(const char* code) = 0;  // null: no such code
};

// Thrown by OrderBook::parse.
struct ParseError {
  int line;
  std::string what;
};

class OrderBook {
 public:
  explicit OrderBook(PriceList& prices) : prices_(prices) {}

  // One order a line: "customer; item; quantity [; discount code]". '#' starts a comment.
  void parse(std::string_view text);

  // One line for each customer, in order of name.
  std::string summary() const;

 private:
  void add_order(std::string_view line, int line_number);

  PriceList& prices_;
  std::time_t parsed_at_ = 0;
  std::map<std::string, long> total_cents_;  // by customer
};

}  // namespace orders
