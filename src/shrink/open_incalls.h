// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which incalls of a stream are open, by their numbers.
#pragma once
#include <cstdint>
#include <map>
#include <vector>

#include "recording/stream_validator.h"

namespace cutaway {

class OpenIncalls {
 public:
  // The incall with the next number begins.
  uint32_t begin(ThreadId thread) {
    open_[thread].push_back(count_);
    return count_++;
  }

  // After an event that may end crossings: what the validator no longer has has ended.
  void settle(const Event& event, const StreamValidator& state) {
    if (!ends_crossings(event)) return;
    size_t count = 0;
    for (const OpenCrossing& crossing : state.open_crossings()) count += crossing.is_incall ? 1 : 0;
    std::vector<uint32_t>& stack = open_[state.thread()];
    if (stack.size() > count) stack.resize(count);
  }

  // Innermost last.
  const std::vector<uint32_t>& of(ThreadId thread) { return open_[thread]; }

 private:
  static bool ends_crossings(const Event& event) {
    return std::holds_alternative<IncallReturnEvent>(event) ||
           std::holds_alternative<IncallThrowEvent>(event) ||
           std::holds_alternative<LandedEvent>(event) ||
           std::holds_alternative<AbandonEvent>(event);
  }

  uint32_t count_ = 0;
  std::map<ThreadId, std::vector<uint32_t>> open_;
};

}  // namespace cutaway
