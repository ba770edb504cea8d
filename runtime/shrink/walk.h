// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rest of the running incall in the stream, and a call that is to be answered from it.
#pragma once
#include "runtime/common/rt.h"
#include "runtime/replay/stream.h"

namespace cutaway::rt {

// What the inside does now.
struct Outcall {
  const CutawaySite* site;
  const void* callee;
  const uint64_t* arguments;
};

// Walks over the events of the running incall, without those of calls within it.
class Walk {
 public:
  // The next event of the incall itself; its end, or that of the recording, when there is none.
  Event next() {
    for (uint64_t count = 0; count < k_most_searched; count++) {
      const Event event{at_};
      const uint32_t kind = event.kind();
      const bool ends = kind == k_event_incall_return || kind == k_event_incall_throw ||
                        kind == k_event_outcall_return || kind == k_event_outcall_throw;
      if (event.is_end() || (depth_ == 0 && (ends || stops(kind)))) return event;
      if (stops(kind)) return {nullptr};
      at_ += 1 + event.payload_words();
      const uint32_t depth = depth_;
      if (kind == k_event_incall || kind == k_event_outcall) depth_++;
      if (ends) depth_--;
      if (depth == 0) return event;
    }
    return {nullptr};
  }

 private:
  static constexpr uint64_t k_most_searched = 200'000;  // events

  // Other threads and jumps: what is behind them is not known to be of this incall.
  static bool stops(uint32_t kind) {
    return kind == k_event_thread || kind == k_event_landed || kind == k_event_abandon;
  }
  const uint64_t* at_ = g_stream.cursor;
  uint32_t depth_ = 0;
};

inline bool is_last(Event event) {
  return event.words == nullptr || event.is_end() || event.kind() == k_event_incall_return ||
         event.kind() == k_event_incall_throw || event.kind() == k_event_thread ||
         event.kind() == k_event_landed || event.kind() == k_event_abandon;
}

}  // namespace cutaway::rt
