// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which block an address belongs to, by units of 16 bytes: no allocator gives less. A later block
// takes its units from those that were there before.
#pragma once
#include "runtime/common/rt.h"

namespace cutaway::rt {

constexpr uint64_t k_block_unit = 16;

class BlockMap {
 public:
  // The number that `set` gave it; 0: none.
  uint32_t at(uint64_t address) const;
  // Of a large block only the first 16 MiB are known.
  void set(uint64_t address, uint64_t size, uint32_t block);

  // Calls visit(block) for each unit of the range, until it returns false. True: it never did.
  template <class Visitor>
  bool all_of(uint64_t address, uint64_t size, const Visitor& visit) const {
    const uint64_t end = end_of(address, size);
    for (uint64_t unit = round_down(address, k_block_unit); unit < end; unit += k_block_unit)
      if (!visit(at(unit))) return false;
    return true;
  }

 private:
  struct Page {
    uint64_t number;  // 0: free entry of the table
    uint32_t* blocks;
  };

  static uint64_t end_of(uint64_t address, uint64_t size) {
    constexpr uint64_t k_most_bytes = 16 << 20;
    if (size == 0) size = 1;
    return address + (size < k_most_bytes ? size : k_most_bytes);
  }
  Page* find(uint64_t number) const;
  void grow();

  Page* pages_ = nullptr;  // open addressing
  uint64_t capacity_ = 0;
  uint64_t count_ = 0;
};

}  // namespace cutaway::rt
