// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 16-byte atomics with cmpxchg16b.
// inside: in_*
// requires-cpu: cx16
// flags: -mcx16 -Wno-atomic-alignment
// libs: -latomic
#include <stdio.h>

typedef unsigned __int128 u128;
static _Alignas(16) u128 cell = 3;

void out_change(unsigned v) { __atomic_store_n(&cell, (u128)v << 70 | v, __ATOMIC_SEQ_CST); }

unsigned long in_swap(unsigned n) {
  u128 expected = __atomic_load_n(&cell, __ATOMIC_ACQUIRE);
  while (!__atomic_compare_exchange_n(&cell, &expected, expected * n, 0, __ATOMIC_SEQ_CST,
                                      __ATOMIC_RELAXED)) {
  }
  out_change(n);
  u128 wrong = 1;
  int swapped = __sync_bool_compare_and_swap(&cell, wrong, 0);
  u128 now = __sync_val_compare_and_swap(&cell, (u128)n << 70 | n, (u128)9 << 64 | 8);
  return (unsigned long)(now >> 64) + (unsigned long)now + (unsigned)swapped +
         (unsigned long)(expected >> 3);
}

int main(void) {
  for (unsigned i = 1; i < 4; ++i) printf("%lu\n", in_swap(i));
  printf("%llx %llx\n", (unsigned long long)(cell >> 64), (unsigned long long)cell);
}
