// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Of a block of 4,096 bytes that the outside has filled, 12 matter: a mark of 8 and a number of 4.
#include <stdlib.h>
#include <string.h>

void sum_block(const unsigned char* block);

int main(int count, char** arguments) {
  unsigned char* block = malloc(4096);
  (void)arguments;
  for (int i = 0; i < 4096; i++) block[i] = (unsigned char)(128 + (i * 37 + count) % 100);
  memcpy(block + 1003, "\xa1\xa2\xa3\xa4\xa5\xa6\xa7\xa8", 8);
  memcpy(block + 3072, "\x81\x82\x83\x84", 4);
  sum_block(block);
}
