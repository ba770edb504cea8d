// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a live function reads and writes, for a traced test: it is not woven, so nobody tells. Its
// footprint is known from what it is for: nodes of a tree or a list around its arguments.
#pragma once
#include "runtime/common/rt.h"

namespace cutaway::rt {

class LiveFootprint {
 public:
  // Before the call. Does nothing unless the test is traced.
  LiveFootprint(const CutawaySite* site, const uint64_t* arguments);
  // After it: tells what was read, and what has changed.
  void report() const;

 private:
  static constexpr uint32_t k_most = 512;
  struct Piece {
    uint64_t address;
    uint64_t words[4];
  };
  void add(uint64_t address, uint64_t words);
  void add_tree(uint64_t node);
  void add_family(uint64_t node);

  Piece pieces_[k_most];
  uint32_t count_ = 0;
  uint64_t words_ = 0;     // of each piece
  uint64_t new_node_ = 0;  // all of it is written, whatever was there
};

}  // namespace cutaway::rt
