// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Within one incall the inside reads and changes one field of records that the outside filled, then
// reads what lies between these fields. A patch of the latter must not carry the changed fields
// back to the start of the segment.
// inside: in_*
#include <stdio.h>
#include <string.h>

enum { k_records = 400 };
struct Narrow {
  unsigned char flag;
  unsigned char data[15];
};
struct Wide {
  unsigned char flag;
  unsigned char data[39];
};
static struct Narrow narrow[k_records];
static struct Wide wide[k_records];
static struct Wide copies[k_records];

static void out_fill(void* memory, size_t size, unsigned seed) {
  unsigned char* bytes = memory;
  for (size_t i = 0; i < size; ++i) {
    seed = seed * 1103515245u + 12345u;
    bytes[i] = (unsigned char)(1 + (seed >> 16) % 255);
  }
}

unsigned in_change_narrow(void) {
  unsigned sum = 0;
  for (int i = 0; i < k_records; ++i) sum = sum * 31 + narrow[i].flag;
  for (int i = 0; i < k_records; ++i) narrow[i].flag = (unsigned char)(narrow[i].flag * 3 + 1);
  for (int i = 0; i < k_records; ++i) {
    for (int j = 0; j < 15; ++j) sum = sum * 31 + narrow[i].data[j];
  }
  return sum;
}

unsigned in_change_wide(void) {
  unsigned sum = 0;
  for (int i = 0; i < k_records; ++i) {
    sum = sum * 31 + wide[i].flag;
    wide[i].flag ^= 0x55;
  }
  memcpy(copies, wide, sizeof wide);
  for (int i = 0; i < k_records; ++i) sum = sum * 31 + copies[i].flag + copies[i].data[38];
  return sum;
}

int main(void) {
  for (unsigned round = 0; round < 4; ++round) {
    out_fill(narrow, sizeof narrow, round);
    out_fill(wide, sizeof wide, round + 100);
    printf("%u %u\n", in_change_narrow(), in_change_wide());
  }
}
