// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the stream holds up to the cursor, counted again for a report. The replay itself keeps no
// history: a crossing stays cheap.
#pragma once
#include "runtime/common/rt.h"
#include "runtime/replay/json.h"
#include "runtime/replay/stream.h"

namespace cutaway::rt {

struct Crossing {
  Event event;
  uint64_t incall;  // number of the innermost incall it belongs to
  uint32_t thread;
};

struct History {
  static constexpr uint32_t k_kept = 8;
  uint64_t events = 0;  // before the cursor
  uint64_t incalls = 0;
  uint64_t outcalls = 0;
  uint64_t patched_bytes = 0;
  uint64_t crossing_count = 0;
  Crossing last[k_kept];  // of crossing n: n % k_kept
};

void read_history(History* history);

// "last_crossings": [{kind, incall, thread, text, values}], oldest first.
void write_crossings(Json* json, const History& history);

// A slot of this process or, if `is_encoded`, of the stream: "0x2a" or "/path/module+0x2a".
void write_value(Json* json, const char* key, uint64_t value, bool is_encoded);

}  // namespace cutaway::rt
