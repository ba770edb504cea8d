// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Addresses and slots as the stream holds them (abi/recording_format.h).
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "abi/recording_format.h"
#include "recording/ids.h"

namespace cutaway {

// An address as the stream holds it: in a module's image, or absolute.
struct EncodedAddress {
  uint64_t word = 0;

  bool is_image() const { return word >> k_module_bits != k_no_module; }
  ModuleId module() const { return static_cast<ModuleId>(word >> k_module_bits); }
  uint64_t offset() const { return word & ((uint64_t{1} << k_module_bits) - 1); }
};

// Slots of 8 bytes; marked ones are encoded image addresses.
struct Values {
  std::span<const uint64_t> marks;
  std::span<const uint64_t> slots;

  size_t size() const { return slots.size(); }
  bool is_marked(size_t i) const { return (marks[i / 64] >> (i % 64) & 1) != 0; }
};

}  // namespace cutaway
