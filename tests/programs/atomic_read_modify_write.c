// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every read-modify-write operation, in all widths, on memory that the outside changes too.
// inside: in_*
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static _Atomic uint8_t a8 = 0xf0;
static _Atomic int16_t a16 = -300;
static _Atomic uint32_t a32 = 77;
static _Atomic uint64_t a64 = 1ull << 50;
static double a_double = 1.5;

void out_disturb(void) {
  a8 ^= 0x3c;
  a16 += 9;
  a32 *= 5;
  a64 -= 12345;
  a_double *= 2;
}

uint64_t in_modify(int n) {
  uint64_t h = 0;
  for (int i = 0; i < n; ++i) {
    h = h * 31 + atomic_fetch_add(&a8, 7) + (uint64_t)atomic_fetch_sub(&a16, 11);
    h = h * 31 + atomic_fetch_or(&a32, 0x1000u << i) + atomic_fetch_and(&a64, ~(3ull << i));
    out_disturb();
    h = h * 31 + atomic_fetch_xor_explicit(&a64, h, memory_order_relaxed);
    h = h * 31 + atomic_exchange_explicit(&a32, (uint32_t)h, memory_order_acq_rel);
    h += atomic_exchange(&a8, (uint8_t)i);
    h += (uint64_t)__atomic_fetch_max((int16_t*)&a16, (int16_t)(i * 100), __ATOMIC_SEQ_CST);
    h += __atomic_fetch_min((uint32_t*)&a32, 1000u + (uint32_t)i, __ATOMIC_RELAXED);
    h += __atomic_nand_fetch((uint64_t*)&a64, 0xff00, __ATOMIC_ACQUIRE);
    double previous, next = (double)i;
    __atomic_exchange(&a_double, &next, &previous, __ATOMIC_SEQ_CST);
    h += (uint64_t)previous;
  }
  return h;
}

int main(void) {
  printf("%llx\n", (unsigned long long)in_modify(5));
  printf("%u %d %u %llu %g\n", a8, a16, a32, (unsigned long long)a64, a_double);
}
