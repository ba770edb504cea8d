// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/common/images.h"

namespace cutaway::rt {

bool ImageTable::add(uint32_t ident, uint64_t base, uint64_t end) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count_; i++) {
    const bool overlaps = ranges_[i].base < end && base < ranges_[i].end;
    if (!overlaps) ranges_[kept++] = ranges_[i];
  }
  for (uint32_t i = kept; i < count_; i++) ranges_[i] = {};
  count_ = kept;
  const bool has_room = count_ < k_capacity;
  if (has_room) {
    uint32_t at = count_++;
    for (; at != 0 && ranges_[at - 1].base > base; at--) ranges_[at] = ranges_[at - 1];
    ranges_[at] = {base, end, ident};
  }
  rebuild_filter();
  return has_room;
}

void ImageTable::rebuild_filter() {
  for (uint64_t& word : filter_) word = 0;
  low_ = count_ != 0 ? ranges_[0].base : 0;
  span_ = count_ != 0 ? ranges_[count_ - 1].end - low_ : 0;
  for (uint32_t i = 0; i < count_; i++) {
    const uint64_t last = (ranges_[i].end - 1) >> k_granule_shift;
    for (uint64_t granule = ranges_[i].base >> k_granule_shift; granule <= last; granule++) {
      const uint64_t bit = (granule ^ granule >> 15) % k_filter_bits;
      filter_[bit / 64] |= 1ull << bit % 64;
    }
  }
}

const ImageTable::Range* ImageTable::find_range(uint64_t address) const {
  uint32_t low = 0;
  uint32_t high = count_;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (address >= ranges_[middle].end) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < count_ && address >= ranges_[low].base ? &ranges_[low] : nullptr;
}

uint32_t ImageTable::search(uint64_t address) const {
  const Range* range = find_range(address);
  return range != nullptr ? range->ident : static_cast<uint32_t>(k_no_module);
}

uint64_t ImageTable::encode_slowly(uint64_t address) const {
  const Range* range = find_range(address);
  if (range == nullptr) return address;
  last_ = static_cast<uint32_t>(range - ranges_);
  return static_cast<uint64_t>(range->ident) << k_module_bits | (address - range->base);
}

bool ImageTable::decode(uint64_t word, uint64_t* address) const {
  const uint32_t ident = module_of_word(word);
  for (uint32_t i = 0; i < count_; i++) {
    if (ranges_[i].ident != ident) continue;
    *address = ranges_[i].base + offset_of_word(word);
    return true;
  }
  return false;
}

}  // namespace cutaway::rt
