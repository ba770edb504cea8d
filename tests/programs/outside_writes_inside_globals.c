// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The outside changes globals of the inside directly, part of a word at a time.
// inside: in_*
#include <stdint.h>
#include <stdio.h>

static int32_t in_counter;
static uint8_t in_table[256];
static struct {
  int16_t a, b;
  char text[10];
  const char* name;
} in_record = {1, 2, "initial", "name"};
static const int* in_cursor;
static int out_data[4] = {10, 20, 30, 40};

void out_change(int step) {
  in_counter += step;
  in_table[step]++;
  in_record.b = (int16_t)(in_record.b * 2);
  in_record.text[step % 8] = (char)('A' + step);
  in_record.name = step % 2 ? "odd" : in_record.text;
  in_cursor = &out_data[step % 4];
}

long in_step(int step) {
  in_counter *= 2;
  in_record.a = (int16_t)(in_record.a + 1);
  in_table[step + 1] = (uint8_t)in_counter;
  out_change(step);
  long sum = in_counter + in_table[step] + in_table[step + 1] + in_record.a * in_record.b;
  for (const char* p = in_record.name; *p; ++p) sum = sum * 3 + *p;
  return sum + *in_cursor;
}

int main(void) {
  for (int i = 0; i < 6; ++i) printf("%ld\n", in_step(i));
  out_change(7);
  printf("%ld %s\n", in_step(8), in_record.text);
}
