// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inside. Macros make the changed programs of the tests.
#include <cstdlib>
#include <stdexcept>

#include "ledger.h"

namespace ledger {

#ifdef OTHER_CODE_BEFORE
namespace {
const char* const k_words[] = {"one", "two", "three", "many words that were not there before"};
int g_used = 3;
}  // namespace

const char* word(int number) { return k_words[(number + g_used) % 4]; }
#endif

long Account::convert(const char* currency, long amount) {
  Rate rate;
  look_up(currency, &rate);
  if (rate.name[0] != currency[0]) throw std::runtime_error("unknown currency");
#ifdef CHANGED_CONSTANT
  return static_cast<long>(static_cast<double>(amount) * rate.factor) + 1;
#else
  return static_cast<long>(static_cast<double>(amount) * rate.factor);
#endif
}

long Account::book(const char* currency, long amount) {
#ifdef THROWS
  if (amount == 250) throw std::out_of_range("too much at once");
#endif
  Entry* entry = new Entry;
  entry->cents = convert(currency, amount);
  entry->next = entries_;
  entries_ = entry;
  history_.push_back(entry->cents);
  if (++count_ > limit_of_entries) write_line("too many entries", count_);
#ifdef MISSING_CALL
  if (amount != 300)
#endif
    write_line("booked", entry->cents);
#ifdef EXTRA_CALL
  if (amount == 300) write_line("booked a lot", amount);
#endif
  return entry->cents;
}

#ifndef MOVED
#include "total.inc"
#endif

long Account::largest() {
  struct Best {
    const std::vector<long>* history;
    long cents;
  } best{&history_, 0};
  visit_all(
      count_,
      [](void* data, int entry) {
        auto* found = static_cast<Best*>(data);
        long cents = (*found->history)[static_cast<size_t>(entry)];
        if (cents > found->cents) found->cents = cents;
      },
      &best);
  return best.cents;
}

#ifndef GONE
int Account::number() { return next_number() + 1000; }
#endif

void Account::close(int how) {
#ifdef CHANGED_TEXT
  write_line("shut", count_);
#else
  write_line("closed", count_);
#endif
  Entry* entry = entries_;
#ifdef FIXED
  while (entry != nullptr) {
#else
  for (int i = 0; i <= count_; i++) {
#endif
#ifdef OTHER_FAILURE
    if (how == 1) std::abort();
#endif
    Entry* next = entry->next;
    delete entry;
    entry = next;
    (void)how;
  }
  entries_ = nullptr;
}

}  // namespace ledger
