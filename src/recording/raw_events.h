// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns the short events of a raw log into events of the stream (abi/recording_format.h).
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "abi/recording_format.h"
#include "base/result.h"

namespace cutaway {

class RawEvents {
 public:
  // Sets `words` to the one or two events of the stream that the raw event at the start of `bytes`
  // stands for; none at the end of the log. Returns how many bytes it has, fillers before it
  // included.
  Result<size_t> expand(std::span<const std::byte> bytes, std::vector<uint64_t>* words);
  // The same for the incall that waits for its return in the header; none if there is none.
  Status expand_waiting(const CutawayRawHeader& header, std::vector<uint64_t>* words);

 private:
  using Bytes = std::span<const std::byte>;
  // A function or site, with the values of its last short events.
  struct Code {
    size_t arg_slots = 0;  // with the callee of a site
    size_t ret_slots = 0;
    std::array<uint64_t, k_raw_max_slots> last{};
  };
  struct Image {
    uint64_t end;
    uint64_t ident;
  };

  Result<size_t> copy_long(Bytes bytes);
  Result<size_t> expand_crossing(Bytes bytes);
  Result<size_t> expand_patch(Bytes bytes);
  Result<size_t> expand_image_word(Bytes bytes);
  void note_table(std::span<const uint64_t> event);
  void add_values(uint32_t kind, uint32_t ident, std::span<const uint64_t> slots);
  // The address as the stream has it.
  uint64_t encode(uint64_t address) const;

  std::vector<uint64_t>* words_ = nullptr;
  std::vector<Code> functions_;  // by ident - 1
  std::vector<Code> sites_;
  std::map<uint64_t, Image> images_;  // by base
  uint64_t patch_end_ = 0;
  uint64_t image_word_ = 0;
};

}  // namespace cutaway
