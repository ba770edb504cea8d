// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Image addresses: which module's image holds an address, and the encoded form of the stream.
//
// Every slot of every crossing is tested, so the test is a filter of one load: a bitmap over
// hashed 64 KiB granules says "surely no image" for nearly all heap and stack pointers and
// integers. Only then the sorted table is searched.
#pragma once
#include "runtime/common/rt.h"

namespace cutaway::rt {

class ImageTable {
 public:
  static constexpr uint32_t k_capacity = 2048;

  // Adds [base, end) as module `ident`; ranges that it overlaps (unloaded modules) leave the table.
  // False if the table is full. Not safe against concurrent readers: hold the inside lock.
  bool add(uint32_t ident, uint64_t base, uint64_t end);

  // Ident of the module whose image holds `address`, k_no_module if none does.
  CUTAWAY_INLINE uint32_t find(uint64_t address) const {
    return may_hold(address) ? search(address) : 0;
  }

  CUTAWAY_INLINE bool holds(uint64_t address) const { return find(address) != k_no_module; }

  // module << 48 | offset for image addresses, the address itself otherwise.
  CUTAWAY_INLINE uint64_t encode(uint64_t address) const {
    if (CUTAWAY_LIKELY(!may_hold(address))) return address;
    return encode_slowly(address);
  }

  // Encodes `address` into *word and says whether it lies in an image.
  CUTAWAY_INLINE bool encode_if_image(uint64_t address, uint64_t* word) const {
    *word = address;
    if (CUTAWAY_LIKELY(!may_hold(address))) return false;
    const Range* last = &ranges_[last_];  // mostly the same module again
    if (CUTAWAY_LIKELY(address - last->base < last->end - last->base)) {
      *word = static_cast<uint64_t>(last->ident) << k_module_bits | (address - last->base);
      return true;
    }
    *word = encode_slowly(address);
    return *word != address;
  }

  // Inverse of encode; false if the module is not in the table.
  bool decode(uint64_t word, uint64_t* address) const;

 private:
  struct Range {
    uint64_t base;
    uint64_t end;
    uint32_t ident;
  };
  static constexpr uint64_t k_granule_shift = 16;
  static constexpr uint64_t k_filter_bits = 32768;

  CUTAWAY_INLINE bool may_hold(uint64_t address) const {
    const uint64_t granule = address >> k_granule_shift;
    const uint64_t bit = (granule ^ granule >> 15) % k_filter_bits;
    return address - low_ < span_ && (filter_[bit / 64] >> bit % 64 & 1) != 0;
  }
  uint32_t search(uint64_t address) const;
  uint64_t encode_slowly(uint64_t address) const;
  const Range* find_range(uint64_t address) const;
  void rebuild_filter();

  Range ranges_[k_capacity];  // sorted by base
  uint32_t count_;
  mutable uint32_t last_;  // found last; only a hint, any value below k_capacity is right
  uint64_t low_;           // all images lie in [low_, low_ + span_)
  uint64_t span_;
  uint64_t filter_[k_filter_bits / 64];
};

inline uint32_t module_of_word(uint64_t word) {
  return static_cast<uint32_t>(word >> k_module_bits);
}
inline uint64_t offset_of_word(uint64_t word) { return word & ((1ull << k_module_bits) - 1); }

}  // namespace cutaway::rt
