// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <string>
#include <vector>

#ifdef RENAMED
#define convert exchange
#endif

namespace ledger {

// --- Outside
// What the bank knows of a currency.
struct Rate {
  char name[16];
  double factor;
};
void look_up(const char* currency, Rate* rate);  // fills it
void write_line(const char* text, long cents);
int next_number();
extern int limit_of_entries;
using Visit = void (*)(void* data, int entry);
void visit_all(int count, Visit visit, void* data);

// --- Inside
struct Entry {
#ifdef ADDED_FIELD
  std::string note = "a note that is too long for the string itself";
#endif
  long cents;
  Entry* next;
};

class Account {
 public:
  explicit Account(const char* owner) : owner_(owner) {}
  long book(const char* currency, long amount);
  long total() const;
  long largest();
  void close(int how);
#ifndef GONE
  int number();
#endif

 private:
  long convert(const char* currency, long amount);
  std::string owner_;
  std::vector<long> history_;
  Entry* entries_ = nullptr;
  int count_ = 0;
};

}  // namespace ledger

#ifdef OTHER_PARAMETERS
extern "C" int ledger_rating(const int* points, long more = 0);
#else
extern "C" int ledger_rating(const int* points);
#endif
