// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

uint32_t g_sum;

void sum_block(const unsigned char* block) {
  uint64_t mark;
  uint32_t number;
  for (int i = 0; i < 4096; i++) g_sum += block[i];
  memcpy(&mark, block + 1003, sizeof mark);
  memcpy(&number, block + 3072, sizeof number);
  if (mark == 0xa8a7a6a5a4a3a2a1 && number == 0x84838281) abort();
}
