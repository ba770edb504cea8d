// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where memory differs from its shadow.
#pragma once
#include "runtime/record/state.h"

namespace cutaway::rt {

CUTAWAY_INLINE uint64_t word_at(uint64_t address) {
  uint64_t word;
  __builtin_memcpy(&word, reinterpret_cast<const void*>(address), sizeof(word));
  return word;
}

CUTAWAY_INLINE bool differs(uint64_t address) {
  return *reinterpret_cast<const volatile char*>(address) !=
         *reinterpret_cast<const char*>(address + k_shadow_offset);
}

// First address in [from, to) that differs from its shadow, `to` if none does.
inline uint64_t find_difference(uint64_t from, uint64_t to) {
  while (from + 32 <= to) {
    const uint64_t a = word_at(from) ^ word_at(from + k_shadow_offset);
    const uint64_t b = word_at(from + 8) ^ word_at(from + 8 + k_shadow_offset);
    const uint64_t c = word_at(from + 16) ^ word_at(from + 16 + k_shadow_offset);
    const uint64_t d = word_at(from + 24) ^ word_at(from + 24 + k_shadow_offset);
    if ((a | b | c | d) != 0) break;
    from += 32;
  }
  while (from + 8 <= to) {
    const uint64_t difference = word_at(from) ^ word_at(from + k_shadow_offset);
    if (difference != 0) return from + __builtin_ctzll(difference) / 8;
    from += 8;
  }
  while (from < to && !differs(from)) from++;
  return from;
}

// Does the aligned word at `address` hold an image address, or did it?
CUTAWAY_INLINE bool is_image_word(uint64_t address) {
  return g_images.holds(word_at(address)) || g_images.holds(word_at(address + k_shadow_offset));
}

// The lowest byte that is set is the lowest one that is zero in `word`; 0: none is.
CUTAWAY_INLINE uint64_t zero_bytes(uint64_t word) {
  constexpr uint64_t k_ones = 0x0101010101010101;
  return (word - k_ones) & ~word & (k_ones << 7);
}

// Where the bytes that differ, from the one at `from` on, end: at an equal one, or before an
// aligned word that holds or held an image address.
inline uint64_t find_run_end(uint64_t from, uint64_t to) {
  if (to - from > k_max_patch_bytes) to = from + k_max_patch_bytes;
  uint64_t at = from + 1;
  for (; at < to && at % 8 != 0; at++) {
    if (!differs(at)) return at;
  }
  for (; at + 8 <= to; at += 8) {
    if (CUTAWAY_UNLIKELY(is_image_word(at))) return at;
    const uint64_t equal = zero_bytes(word_at(at) ^ word_at(at + k_shadow_offset));
    if (equal != 0) return at + __builtin_ctzll(equal) / 8;
  }
  if (at < to && is_image_word(at)) return at;
  while (at < to && differs(at)) at++;
  return at;
}

}  // namespace cutaway::rt
