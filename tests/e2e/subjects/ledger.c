// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The subject of the tests that tamper: 8 incalls of in_book, each with two outcalls. Every value
// that crosses the cut decides a later one. Macros change what the code does, but not where it lies.
// inside: in_*
#include <stdio.h>

#ifndef FEE
#define FEE 3
#endif
#ifndef EXTRA_CALL
#define EXTRA_CALL -1
#endif
#ifndef SILENT
#define SILENT 0
#endif
static const volatile int k_extra_call = EXTRA_CALL, k_silent = SILENT;

static long balance = 1000;
static long out_rates[4] = {10, 20, 30, 40};
static long in_history[8];
static int in_count;

long out_rate(int account) { return out_rates[account % 4]; }
void out_log(int account, long amount) { out_rates[account % 4] += amount % 7; }

long in_book(int account, long amount) {
  long rate = out_rate(account);
  long booked = amount * rate / 10 + FEE;
  if (account == k_extra_call) out_log(account, 0);
  balance -= booked;
  in_history[in_count++ % 8] = booked + k_silent;
  out_log(account, booked);
  return balance + out_rates[1];
}

int main(void) {
  for (int account = 0; account < 8; ++account) printf("%ld\n", in_book(account, 100 + account));
  return 0;
}
