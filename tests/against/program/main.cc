// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The outside.
#include <cstdio>
#include <cstring>

#include "ledger.h"

namespace ledger {

int limit_of_entries = 3;

void look_up(const char* currency, Rate* rate) {
  std::memset(rate, 0, sizeof *rate);
  std::strncpy(rate->name, currency, sizeof rate->name - 1);
  rate->factor = std::strcmp(currency, "EUR") == 0 ? 1.0 : 1.25;
}

void write_line(const char* text, long cents) { std::printf("%s %ld\n", text, cents); }

int next_number() {
  static int number = 0;
  return ++number;
}

void visit_all(int count, Visit visit, void* data) {
  for (int i = 0; i < count; i++) visit(data, i);
}

}  // namespace ledger

int main(int argc, char** argv) {
  if (argc > 2) return ledger_rating(nullptr);
  auto* account = new ledger::Account("a person with a name that needs memory");
#ifndef GONE
  account->number();
#endif
  account->book("EUR", 100);
  account->book("USD", 250);
  account->book("EUR", 300);
  account->book("USD", 40);
  std::printf("%ld %ld\n", account->total(), account->largest());
  if (argc > 1) account->close(argv[1][0] == 'c' ? 1 : 0);
  return 0;
}
