// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks and frames of the rest of B that lie where S has left something.
//
// Problem: the recorder of S finds what the outside wrote by comparing memory with its shadow. In
// such a block the rest of B may write the very bytes that S left there: the same text once more,
// a zero. Then they would count as those of S, and a part of the recording would keep the incall
// that wrote them first.
// Idea: the block is fresh for S. Its shadow becomes a pattern, so that all that S reads of it is a
// patch, and the log says so (k_event_fresh): the replayer writes the pattern, too. Whoever reads
// that reads what nobody has written.
#pragma once
#include "runtime/record/state.h"
#include "runtime/replay/own_memory.h"
#include "runtime/replay/stream.h"
#include "runtime/replay/thread.h"

namespace cutaway::rt {

// How much memory the recorded outcall asks for, with these arguments; 0: it allocates none.
uint64_t allocated_bytes(Event outcall, const uint64_t* arguments);

// The rest of B has this now.
void make_fresh(uint64_t address, uint64_t size);

// Frames lie above where a thread's inside stack ends.
// The rest of B runs: those below that are gone.
void note_stack(const ReplayThread& thread);
// S is being left: those above that are not fresh.
void note_stack_of_zoom(const ReplayThread& thread);
// S is called, and may write to frames of all threads: those that have come since then are fresh.
void make_frames_fresh();

// S starts a segment: logs what has become fresh since the last one.
void log_fresh_memory_slowly();
struct FreshMemory {
  uint64_t address;
  uint64_t size;
};
extern List<FreshMemory> g_fresh;
CUTAWAY_INLINE void log_fresh_memory() {
  if (CUTAWAY_UNLIKELY(g_fresh.count != 0)) log_fresh_memory_slowly();
}

}  // namespace cutaway::rt
