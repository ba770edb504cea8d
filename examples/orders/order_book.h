// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inside of the example: reads a text of orders and sums them up.
#pragma once
#include <ctime>
#include <map>
#include <string>
#include <vector>

namespace orders {

struct Order {
  std::string customer;
  std::string item;
  int quantity = 0;
  long price_cents = 0;
  std::string discount_code;  // may be empty
};

// What the order book asks of the rest of the program.
class PriceList {
 public:
  virtual ~PriceList() = default;
  virtual long price_cents(const std::string& item) = 0;          // -1: no such item
  virtual const int* discount_percent(const std::string& code) = 0;  // null: no such code
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
  void parse(const std::string& text);

  // One line for each customer, in order of name.
  std::string summary() const;

 private:
  void add(const std::vector<std::string>& fields, int line);

  PriceList& prices_;
  std::time_t parsed_at_ = 0;
  std::map<std::string, std::vector<Order>> orders_;
};

}  // namespace orders
