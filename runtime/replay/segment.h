// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A segment: the stretch of inside execution between two crossings. What the outside changed before
// it is applied at its start; changes seen at an atomic or volatile access are applied at that
// access.
#pragma once
#include "runtime/common/rt.h"
#include "runtime/replay/stream.h"
#include "runtime/replay/thread.h"

namespace cutaway::rt {

void begin_segment_slowly(ReplayThread& thread);

constexpr uint64_t k_never = 1ull << 62;  // a position that no segment reaches

// The thread gets the inside (again): applies the patches that follow.
CUTAWAY_INLINE void begin_segment(ReplayThread& thread) {
  thread.passed = 0;
  thread.armed = 0;
  thread.position = k_never;
  const uint32_t kind = g_stream.next().kind();
  if (CUTAWAY_UNLIKELY(kind != k_event_outcall && kind != k_event_incall_return))
    begin_segment_slowly(thread);
}

// Writes what one patch says, or makes memory fresh.
void apply_write(Event event);
// Memory of the recorded process that nobody has written. False if it is no such memory.
bool fill_fresh(uint64_t address, uint64_t size);

// Applies what stands next in the stream without starting a segment.
void apply_writes(ReplayThread& thread);

// Compares the checksum if one stands next: the inside is at the end of a segment.
void settle_checksum_slowly(ReplayThread& thread);
CUTAWAY_INLINE void settle_checksum(ReplayThread& thread) {
  if (CUTAWAY_UNLIKELY(g_stream.next().kind() == k_event_checksum)) settle_checksum_slowly(thread);
}

// Hooks.
CUTAWAY_PRESERVE_MOST void on_position_reached(void* context);
CUTAWAY_PRESERVE_MOST void on_verify_store(void* context, const void* address, uint64_t size);

}  // namespace cutaway::rt
