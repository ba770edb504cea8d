// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The driver and stub at once: performs incalls, answers outcalls, follows the stream.
#pragma once
#include "runtime/common/rt.h"
#include "runtime/replay/stream.h"
#include "runtime/replay/thread.h"

namespace cutaway::rt {

struct EngineOptions {
  uint64_t until;    // stop when this incall has ended; 0: never
  uint64_t stop_at;  // tell a debugger before this incall; 0: never
  bool enters;       // functions are called as the outside calls them, not their replay flavours
  // Of changed code, where memory lies elsewhere; else null.
  void (*take_arguments)(uint64_t* slots, uint64_t count);
  bool (*write_patch)(uint64_t address, const void* bytes, uint64_t size);
};
extern EngineOptions g_engine_options;
extern uint64_t g_incalls;  // started so far

// Follows the stream from its start. Ends the process.
[[noreturn]] void run_engine();

// The next event of `thread`, not taken yet. Other threads run first if the stream says so.
Event next_event_of(ReplayThread& thread);

// The outside has the thread: does what the stream says until the outcall at hand ends, and
// returns its end (outcall return or throw), taken. Does not return if the recording ends here or
// leaves by longjmp.
Event await_outside(ReplayThread& thread);

// The thread gave up the inside at an access. Returns when it has it again. Meanwhile other threads
// run, and signal handlers of this one, which may call the inside.
void await_turn(ReplayThread& thread);

// If the stream says that the signal just raised ended in a longjmp to a setjmp of the inside, goes
// there.
void land_after_fault();

// The inside needs an event of `kind`: the next one, if it is of that kind. Otherwise the
// recording ends here, or the replay has diverged. `actual`: what the inside did, in words.
Event demand_slowly(ReplayThread& thread, uint32_t kind, const char* actual);
CUTAWAY_INLINE Event demand(ReplayThread& thread, uint32_t kind, const char* actual) {
  const Event event = g_stream.next();
  if (CUTAWAY_LIKELY(event.kind() == kind)) return event;
  return demand_slowly(thread, kind, actual);
}

}  // namespace cutaway::rt
