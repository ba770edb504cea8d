// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is needed of a program's image where another build runs in its place: names, constants, and
// what its variables hold at the start. A recording has no bytes of an image that nobody changed.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "recording/elf_image.h"

namespace cutaway {

struct RecordedImage {
  struct Piece {
    uint64_t offset = 0;  // from the module's base
    std::vector<uint8_t> bytes;
  };
  std::vector<ElfSymbol> symbols;                       // sorted by offset
  std::vector<Piece> pieces;                            // constants and initialised data
  std::vector<std::pair<uint64_t, uint64_t>> pointers;  // words of them: offset, offset of target
};

// Code is left out. Of more data than some MiB the rest is left out, too.
Result<RecordedImage> read_recorded_image(const std::string& path);

// Bytes from the module's base to its end, in whole pages, as the loader maps it.
Result<uint64_t> read_image_span(const std::string& path);

// Symbols that stand in for the outside in a test (docs/replay-test.md): by offset from the base.
struct StandIn {
  uint64_t offset = 0;
  uint64_t size = 0;
  std::string name;
};
Result<std::vector<StandIn>> read_stand_ins(const std::string& path);

}  // namespace cutaway
