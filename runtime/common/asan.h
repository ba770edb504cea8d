// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// AddressSanitizer's shadow, as its runtime reads it. In a recorded process that runtime keeps it;
// in a replayed one it does not run, and all of it is 0 but for the frames of the inside and what
// patches say (pass/rules/asan_calls.cpp).
#pragma once
#include "abi/asan.h"
#include "runtime/common/rt.h"

namespace cutaway::rt {

// Is the runtime of AddressSanitizer in this process?
bool has_asan();
// An address in it; 0 if it is not there.
uint64_t address_in_asan();

CUTAWAY_INLINE uint64_t asan_shadow(uint64_t address) {
  return (address >> k_asan_scale) + k_asan_offset;
}
CUTAWAY_INLINE bool is_asan_shadow(uint64_t address) {
  return address >= k_asan_high_shadow && address < k_asan_shadow_end;
}

// The first byte of [address, +size) that may not be used; its end, if that is no memory of
// programs; 0: all may. The size is not negative.
uint64_t find_poisoned(uint64_t address, uint64_t size);

// What is wrong with a call of a checked function.
struct AsanMisuse {
  uint64_t address;  // that may not be used; 0: the ranges overlap
  uint64_t size;
  bool is_size_negative;  // the range goes around the end of all addresses
  struct {
    uint64_t address, size;
  } reads[4];  // memory that this depends on, found or not
  uint32_t read_count;
};
bool find_misuse(int32_t which, const uint64_t arguments[3], AsanMisuse* misuse);

// How its report of an access names it.
const char* describe_access(uint64_t address, uint64_t size);

// Frames from `sp` on were left without what undoes their poison.
void clean_inside_stack(const char* sp);

// Poisons [address, +size): `address` is a multiple of 8; the last granule partly, if need be.
void set_poison(uint64_t address, uint64_t size, uint8_t why);
// May be used from now on, up to the last byte.
void clear_poison(uint64_t address, uint64_t size);

}  // namespace cutaway::rt
