// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ledger.h"

#include <cstdint>
#include <cstdlib>

// ledger CALLS NEEDED: of so many calls of Ledger the failure needs so many entries.
int main(int, char** arguments) {
  const uint64_t calls = std::strtoull(arguments[1], nullptr, 10);
  const int64_t needed = std::strtoll(arguments[2], nullptr, 10);
  auto* ledger = new Ledger(-needed);
  const uint64_t others = calls - static_cast<uint64_t>(needed) - 3;
  for (uint64_t i = 0; i < others; ++i) {
    if (i % 3 == 0) ledger->enter(i, i % 64 == 7 ? 0 : 1);
    if (i % 3 == 1) ledger->settle(7);
    if (i % 3 == 2) (void)ledger->balance(7);
  }
  for (int64_t i = 0; i < needed; ++i) ledger->enter(7, -1);
  ledger->close(7);
  ledger->settle(7);
}
