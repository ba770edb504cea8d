// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include "tommath.h"

static void work(unsigned number) {
  mp_int a, b, c;
  char text[64];
  size_t written;
  mp_init_multi(&a, &b, &c, NULL);
  mp_set_u32(&a, number);
  mp_2expt(&b, (int)number % 90);
  mp_mul(&a, &b, &c);
  mp_sqr(&c, &c);
  mp_to_radix(&c, text, sizeof text, &written, 10);
  mp_clear_multi(&a, &b, &c, NULL);
}

int main(void) {
  for (unsigned i = 1; i < 40; i++) work(i * 7919);
  mp_int mask;
  mp_init(&mask);
  mp_2expt(&mask, 16 - 2000000000);
  mp_clear(&mask);
  puts("done");
  return 0;
}
