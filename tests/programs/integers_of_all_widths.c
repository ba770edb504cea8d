// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every integer width crosses the cut in both directions, with its sign kept.
// inside: in_*
// min-incalls: 10
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

int8_t out_i8(int8_t v) { return (int8_t)(v - 3); }
uint8_t out_u8(uint8_t v) { return (uint8_t)(v + 200); }
int16_t out_i16(int16_t v) { return (int16_t)(v * 3); }
uint16_t out_u16(uint16_t v) { return (uint16_t)~v; }
int32_t out_i32(int32_t v) { return v ^ 0x55aa55aa; }
uint32_t out_u32(uint32_t v) { return v * 2654435761u; }
int64_t out_i64(int64_t v) { return -v; }
uint64_t out_u64(uint64_t v) { return v >> 1 | v << 63; }
bool out_bool(bool v) { return !v; }
char out_char(char v) { return (char)(v + 1); }

int8_t in_i8(int8_t v) { return (int8_t)(out_i8(v) - 100); }
uint8_t in_u8(uint8_t v) { return (uint8_t)(out_u8(v) + 100); }
int16_t in_i16(int16_t v) { return (int16_t)(out_i16(v) - 1); }
uint16_t in_u16(uint16_t v) { return (uint16_t)(out_u16(v) - 1); }
int32_t in_i32(int32_t v) { return out_i32(v) / 7; }
uint32_t in_u32(uint32_t v) { return out_u32(v) / 7; }
int64_t in_i64(int64_t v) { return out_i64(v) / 7; }
uint64_t in_u64(uint64_t v) { return out_u64(v) / 7; }
bool in_bool(bool v) { return out_bool(v) != v; }
char in_char(char v) { return out_char(v); }

int main(int argc, char** argv) {
  (void)argv;
  printf("%d %u\n", in_i8((int8_t)(-100 * argc)), in_u8((uint8_t)(250 * argc)));
  printf("%d %u\n", in_i16((int16_t)(-30000 * argc)), in_u16((uint16_t)(65000 * argc)));
  printf("%d %u\n", in_i32(-2000000000 * argc), in_u32(4000000000u * (unsigned)argc));
  printf("%lld %llu\n", (long long)in_i64(INT64_MIN + argc),
         (unsigned long long)in_u64(UINT64_MAX - (unsigned)argc));
  printf("%d %d %c\n", in_bool(argc == 1), in_bool(argc == 2), in_char((char)('a' + argc)));
}
