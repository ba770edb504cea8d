// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "order_book.h"

#include <cstdlib>

namespace orders {
namespace {

// Takes the text up to `separator` off the front of `rest`, without the blanks around it.
std::string_view take_field(std::string_view& rest, char separator) {
  const size_t end = rest.find(separator);
  std::string_view field = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  while (!field.empty() && field.front() == ' ') field.remove_prefix(1);
  while (!field.empty() && field.back() == ' ') field.remove_suffix(1);
  return field;
}

std::string as_money(long cents) {
  const std::string digits = std::to_string(cents % 100);
  return std::to_string(cents / 100) + (digits.size() == 1 ? ".0" : ".") + digits;
}

}  // namespace

void OrderBook::parse(std::string_view text) {
  parsed_at_ = std::time(nullptr);
  for (int line_number = 1; !text.empty(); ++line_number) {
    const std::string_view line = take_field(text, '\n');
    if (!line.empty() && line.front() != '#') add_order(line, line_number);
  }
}

void OrderBook::add_order(std::string_view line, int line_number) {
  const std::string customer(take_field(line, ';'));
  const std::string item(take_field(line, ';'));
  const std::string quantity(take_field(line, ';'));
  const std::string code(take_field(line, ';'));
  const int count = std::atoi(quantity.c_str());
  if (count <= 0) throw ParseError{line_number, "quantity: got '" + quantity + "'"};
  long cents = prices_.price_cents(item.c_str());
  if (cents < 0) throw ParseError{line_number, "no such item: " + item};
  if (!code.empty()) {
    // The defect: an unknown code gives a null pointer.
    cents -= cents * *prices_.discount_percent(code.c_str()) / 100;
  }
  total_cents_[customer] += count * cents;
}

std::string OrderBook::summary() const {
  char date[32];
  std::strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S", std::gmtime(&parsed_at_));
  std::string text = std::string("orders of ") + date + "\n";
  for (const auto& [customer, cents] : total_cents_) {
    text += "  " + customer + ": " + as_money(cents) + "\n";
  }
  return text;
}

}  // namespace orders
