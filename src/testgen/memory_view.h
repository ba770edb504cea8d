// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is known of outside memory at some point of a script. Addresses are encoded as in the
// stream.
#pragma once
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "recording/text_readers.h"
#include "testgen/script.h"

namespace cutaway {

class MemoryView {
 public:
  void write(const OutsideWrite& write);
  // What the calls of `call` read of it: all that the outside wrote before it began. What they find
  // after an outcall was there before, too, unless `is_output` says that it was written by then;
  // what is in its place before was left there by calls that are no more, if the outcall reads a
  // number.
  template <typename IsOutput>
  void enter(const ScriptCall& call, const IsOutput& is_output) {
    std::unordered_set<uint64_t> seen;
    enter_call(call, is_output, &seen);
  }

  // Nobody has written: 0.
  uint8_t byte(uint64_t address) const;
  bool knows(uint64_t address) const;
  bool knows_any(uint64_t address, uint64_t size) const;
  uint64_t number(uint64_t address, uint64_t size) const;
  // An image address that the word at `address` holds; nothing: it holds none.
  std::optional<uint64_t> image(uint64_t address) const;
  // Up to a zero byte, which is there if nobody wrote another one. Nothing: it is longer than
  // `most`.
  std::optional<std::string> text(uint64_t address, size_t most) const;
  std::string bytes(uint64_t address, uint64_t size) const;

 private:
  template <typename IsOutput>
  void enter_call(const ScriptCall& call, const IsOutput& is_output,
                  std::unordered_set<uint64_t>* seen) {
    std::vector<OutsideWrite> writes = call.writes;
    for (const ScriptOutcall& outcall : call.outcalls) {
      if (!reads_number(outcall.callee)) {
        write_segment(writes, seen);
        writes.clear();
      }
      for (const ScriptCall& nested : outcall.calls) enter_call(nested, is_output, seen);
      for (const OutsideWrite& each : outcall.writes)
        if (!is_output(each)) writes.push_back(each);
    }
    write_segment(writes, seen);
  }
  // What no earlier segment has seen; within one the last write counts.
  void write_segment(const std::vector<OutsideWrite>& writes, std::unordered_set<uint64_t>* seen);

  std::unordered_map<uint64_t, uint8_t> bytes_;
  std::unordered_map<uint64_t, uint64_t> images_;
};

}  // namespace cutaway
