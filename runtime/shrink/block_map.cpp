// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/shrink/block_map.h"

#include "runtime/replay/own_memory.h"

namespace cutaway::rt {
namespace {

constexpr uint64_t k_units = k_page_bytes / k_block_unit;

}  // namespace

BlockMap::Page* BlockMap::find(uint64_t number) const {
  uint64_t i = number * 0x9e3779b97f4a7c15ull >> 20;
  for (;; i++) {
    Page* page = &pages_[i & (capacity_ - 1)];
    if (page->number == number || page->number == 0) return page;
  }
}

// The old table is not given back: a test is short.
void BlockMap::grow() {
  const Page* old = pages_;
  const uint64_t old_capacity = capacity_;
  capacity_ = capacity_ == 0 ? 256 : 2 * capacity_;
  pages_ = own_allocate_array<Page>(capacity_);
  for (uint64_t i = 0; i < old_capacity; i++)
    if (old[i].number != 0) *find(old[i].number) = old[i];
}

uint32_t BlockMap::at(uint64_t address) const {
  if (capacity_ == 0) return 0;
  const Page* page = find(address / k_page_bytes);
  return page->number != 0 ? page->blocks[address % k_page_bytes / k_block_unit] : 0;
}

void BlockMap::set(uint64_t address, uint64_t size, uint32_t block) {
  const uint64_t end = end_of(address, size);
  Page* page = nullptr;
  for (uint64_t unit = round_down(address, k_block_unit); unit < end; unit += k_block_unit) {
    if (page == nullptr || page->number != unit / k_page_bytes) {
      if (2 * count_ >= capacity_) grow();
      page = find(unit / k_page_bytes);
      if (page->number == 0) {
        *page = {unit / k_page_bytes, own_allocate_array<uint32_t>(k_units)};
        count_++;
      }
    }
    page->blocks[unit % k_page_bytes / k_block_unit] = block;
  }
}

}  // namespace cutaway::rt
