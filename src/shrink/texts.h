// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shortest texts in what the outside wrote.
#pragma once
#include "shrink/simplifier.h"

namespace cutaway {

// A stretch of printable characters, and the places that hold its length.
struct Text {
  std::vector<const BytePlace*> characters;            // at ascending addresses
  std::vector<std::vector<const BytePlace*>> lengths;  // in memory: bytes, lowest first; null: 0
  std::vector<const NumberPlace*> length_arguments;
};

// Texts of two characters or more. One starts at each address that a pointer holds, too.
std::vector<Text> find_texts(const PartContents& part, const Contents& contents);

// How many became simpler.
Result<uint64_t> simplify_texts(Simplifier& simplifier);

}  // namespace cutaway
