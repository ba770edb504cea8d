// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the pass says about a function or call site: the text of abi/weave.h, parsed.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cutaway {

enum class LeafKind : char {
  Integer = 'i',
  Pointer = 'p',
  Float = 'f',
  LongDouble = 'l',
  Vector = 'v',
  Bytes = 'b',
  Unknown = '?',
};

// One scalar of an argument or result.
struct Leaf {
  LeafKind kind = LeafKind::Unknown;
  uint32_t bytes = 8;
  std::string name;  // may be empty
  std::string type;  // may be empty

  uint32_t slots() const { return (bytes + 7) / 8; }
};

struct Signature {
  std::string name;  // linkage name; for a call site, of the callee, empty if not known
  std::string file;
  uint32_t line = 0;
  std::string group;  // of a function: see WovenFunction
  std::vector<Leaf> arguments;
  std::vector<Leaf> results;
};

// Never fails: what cannot be understood is left out, and leaves that do not add up to the given
// number of slots are replaced by one unnamed 8-byte leaf for each slot.
Signature parse_signature(std::string_view text, uint32_t arg_slots, uint32_t ret_slots);
// The same where the number of slots is not known: leaves are taken as they are.
Signature parse_signature(std::string_view text);

}  // namespace cutaway
