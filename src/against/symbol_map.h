// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where things of one build of a module lie in another: by linkage name.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "recording/elf_image.h"

namespace cutaway {

class SymbolMap {
 public:
  // Both sorted by offset. Several things of one name, such as static functions, are told apart by
  // their order, if there are as many of them in both.
  SymbolMap(const std::vector<ElfSymbol>& recorded, const std::vector<ElfSymbol>& now);

  // The place in the other build; nothing if what lies at `offset` has no name, or is gone. Within
  // code only the start of a function has a counterpart.
  std::optional<uint64_t> find(uint64_t offset) const;
  // How many bytes from `offset` on have the same answer.
  uint64_t run_at(uint64_t offset) const;

 private:
  struct Place {
    uint64_t low, high;  // recorded
    uint64_t now;
    bool is_function;
  };
  const Place* place_at(uint64_t offset) const;

  std::vector<Place> places_;  // sorted, without overlaps
};

}  // namespace cutaway
