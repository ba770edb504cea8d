// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The subject of the tests that tamper: 8 incalls of in_book, each with two outcalls. Every value
// that crosses the cut decides a later one. Macros change the code.
// inside: in_*
#include <stdio.h>

#ifndef FEE
#define FEE 3
#endif

static long balance = 1000;
static long out_rates[4] = {10, 20, 30, 40};
static long in_history[8];
static int in_count;

long out_rate(int account) { return out_rates[account % 4]; }
void out_log(int account, long amount) { out_rates[account % 4] += amount % 7; }

long in_book(int account, long amount) {
  long rate = out_rate(account);
  long booked = amount * rate / 10 + FEE;
#ifdef EXTRA_CALL
  if (account == EXTRA_CALL) out_log(account, 0);
#endif
  balance -= booked;
#ifdef SILENT
  in_history[in_count++ % 8] = booked + 1;
#else
  in_history[in_count++ % 8] = booked;
#endif
  out_log(account, booked);
  return balance + out_rates[1];
}

int main(void) {
  for (int account = 0; account < 8; ++account) printf("%ld\n", in_book(account, 100 + account));
  return 0;
}
