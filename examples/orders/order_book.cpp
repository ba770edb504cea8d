// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "order_book.h"

#include <cstdlib>

namespace orders {
namespace {

std::string trim(const std::string& text) {
  const size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::vector<std::string> split(const std::string& line, char separator) {
  std::vector<std::string> fields;
  size_t start = 0;
  for (size_t end = 0; end != std::string::npos; start = end + 1) {
    end = line.find(separator, start);
    fields.push_back(trim(line.substr(start, end - start)));
  }
  return fields;
}

std::string as_money(long cents) {
  const std::string digits = std::to_string(cents % 100);
  return std::to_string(cents / 100) + (digits.size() == 1 ? ".0" : ".") + digits;
}

}  // namespace

void OrderBook::parse(const std::string& text) {
  parsed_at_ = std::time(nullptr);
  int number = 0;
  for (const std::string& line : split(text, '\n')) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    add(split(line, ';'), number);
  }
}

void OrderBook::add(const std::vector<std::string>& fields, int line) {
  if (fields.size() < 3) throw ParseError{line, "expected: customer; item; quantity"};
  Order order;
  order.customer = fields[0];
  order.item = fields[1];
  order.quantity = std::atoi(fields[2].c_str());
  if (order.quantity <= 0) throw ParseError{line, "quantity: got '" + fields[2] + "'"};
  order.price_cents = prices_.price_cents(order.item);
  if (order.price_cents < 0) throw ParseError{line, "no such item: " + order.item};
  if (fields.size() > 3) {
    order.discount_code = fields[3];
    // The defect: an unknown code is not refused.
    const int percent = *prices_.discount_percent(order.discount_code);
    order.price_cents -= order.price_cents * percent / 100;
  }
  orders_[order.customer].push_back(order);
}

std::string OrderBook::summary() const {
  char date[32];
  std::strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S", std::gmtime(&parsed_at_));
  std::string text = std::string("orders of ") + date + "\n";
  for (const auto& [customer, list] : orders_) {
    long total = 0;
    for (const Order& order : list) total += order.quantity * order.price_cents;
    text += "  " + customer + ": " + std::to_string(list.size()) + " orders, " + as_money(total) + "\n";
  }
  return text;
}

}  // namespace orders
