// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The common case of a check: nothing differs. Without calls, without a byte beyond the range (but
// see `is_compared_same`), with the vectors that every x86-64 has.
#pragma once
#include <emmintrin.h>

#include "runtime/record/state.h"

namespace cutaway::rt {

template <class Word>
CUTAWAY_INLINE Word word_difference(uint64_t address) {
  Word word, shadow;
  __builtin_memcpy(&word, reinterpret_cast<const void*>(address), sizeof(Word));
  __builtin_memcpy(&shadow, reinterpret_cast<const void*>(address + k_shadow_offset), sizeof(Word));
  return word ^ shadow;
}

// Two words cover every size between one and two of them.
template <class Word>
CUTAWAY_INLINE bool is_pair_same(uint64_t address, uint64_t size) {
  return (word_difference<Word>(address) | word_difference<Word>(address + size - sizeof(Word))) ==
         0;
}

CUTAWAY_INLINE __m128i vector_at(uint64_t address) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(address));
}
CUTAWAY_INLINE __m128i equal_bytes(uint64_t address) {
  return _mm_cmpeq_epi8(vector_at(address), vector_at(address + k_shadow_offset));
}
CUTAWAY_INLINE uint32_t mask_of_bytes(__m128i bytes) {
  return static_cast<uint32_t>(_mm_movemask_epi8(bytes));
}

constexpr uint32_t k_all_bytes = 0xffff;

// For 16 bytes and more: the last vector overlaps the one before.
CUTAWAY_INLINE bool are_vectors_same(uint64_t address, uint64_t size) {
  const uint64_t last = address + size - 16;
  for (; address + 48 < last; address += 64) {
    const __m128i low = _mm_and_si128(equal_bytes(address), equal_bytes(address + 16));
    const __m128i high = _mm_and_si128(equal_bytes(address + 32), equal_bytes(address + 48));
    if (mask_of_bytes(_mm_and_si128(low, high)) != k_all_bytes) return false;
  }
  __m128i equal = equal_bytes(last);
  for (; address < last; address += 16) equal = _mm_and_si128(equal, equal_bytes(address));
  return mask_of_bytes(equal) == k_all_bytes;
}

// Is [address, +size), which is not low memory, as its shadow?
CUTAWAY_INLINE bool is_same(uint64_t address, uint64_t size) {
  if (size >= 16) return are_vectors_same(address, size);
  if (size >= 8) return is_pair_same<uint64_t>(address, size);
  if (size >= 4) return is_pair_same<uint32_t>(address, size);
  if (size >= 2) return is_pair_same<uint16_t>(address, size);
  return size == 0 || word_difference<uint8_t>(address) == 0;
}

// --- Comparisons

// Do all bytes that a comparison of `left` and `right` reads, up to and including the first
// difference (or the first zero byte of strings), equal their shadows? False: perhaps not; also for
// low memory. Finds the end and compares with the shadows in one walk. Looks at vectors that go
// beyond the end, but not beyond a page.
template <bool are_strings>
CUTAWAY_INLINE bool is_compared_same(const void* left_pointer, const void* right_pointer,
                                     uint64_t size) {
  uint64_t left = reinterpret_cast<uint64_t>(left_pointer);
  uint64_t right = reinterpret_cast<uint64_t>(right_pointer);
  if (CUTAWAY_UNLIKELY(left < k_tracked_low || right < k_tracked_low)) return size == 0;
  while (size != 0) {
    constexpr uint64_t k_last_start = k_page_bytes - 16;
    if (CUTAWAY_UNLIKELY(left % k_page_bytes > k_last_start ||
                         right % k_page_bytes > k_last_start)) {
      const auto a = *reinterpret_cast<const volatile unsigned char*>(left);
      const auto b = *reinterpret_cast<const volatile unsigned char*>(right);
      if (*shadow_of(reinterpret_cast<const void*>(left)) != static_cast<char>(a) ||
          *shadow_of(reinterpret_cast<const void*>(right)) != static_cast<char>(b)) {
        return false;
      }
      if (a != b || (are_strings && a == 0)) return true;
      left++, right++, size--;
      continue;
    }
    const __m128i a = vector_at(left);
    const __m128i b = vector_at(right);
    uint32_t ends = mask_of_bytes(_mm_cmpeq_epi8(a, b)) ^ k_all_bytes;
    if (are_strings) ends |= mask_of_bytes(_mm_cmpeq_epi8(a, _mm_setzero_si128()));
    if (size <= 16) ends |= 1u << (size - 1);
    const __m128i same = _mm_and_si128(_mm_cmpeq_epi8(a, vector_at(left + k_shadow_offset)),
                                       _mm_cmpeq_epi8(b, vector_at(right + k_shadow_offset)));
    const uint32_t differences = mask_of_bytes(same) ^ k_all_bytes;
    const uint32_t read = ends ^ (ends - 1);  // up to the first end; all if there is none
    if ((differences & read) != 0) return false;
    if (ends != 0) return true;
    left += 16, right += 16, size -= 16;
  }
  return true;
}

}  // namespace cutaway::rt
