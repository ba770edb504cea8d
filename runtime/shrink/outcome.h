// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a test ends. What a strict replay reports as a divergence makes a test unresolved.
#pragma once
#include "abi/shrink.h"
#include "runtime/common/rt.h"
#include "runtime/replay/stream.h"

namespace cutaway::rt {

// Where the outcome of this process goes: memory shared with the server. Null in the server itself.
extern CutawayTestOutcome* g_outcome;

// Nobody but the tool's `replay` reads the outcome: it is reported as a replay reports.
extern bool g_is_alone;

// The outside runs, called by other arguments than in the recording: about other objects, or with
// other texts.
extern bool g_is_call_doubtful;
// The same, also if only numbers are others.
extern bool g_is_call_inexact;

// Frames of the inside, innermost first; encoded.
struct Frames {
  uint64_t pcs[k_max_failure_frames];
  uint32_t count;
};
// Those of this thread. Also in a signal handler.
void collect_frames(Frames* frames);

// Remembers where the inside stands, for a failure that is seen only when its frames are gone.
void keep_frames();
// The same with the `count` outermost of `frames`.
void keep_outer_frames(const Frames& frames, uint32_t count);

// Ends the test. `fail` with the frames kept if `has_kept_frames`, else with those of this thread.
[[noreturn]] void fail(CutawayFailureKind kind, bool has_kept_frames = false);
[[noreturn]] void pass();
// It was to go no further than this.
[[noreturn]] void stop();
[[noreturn]] void give_up(const char* why, const char* detail = nullptr);
// The recording ends with `event`; if that is an overflow of the stack, and it is deep here, too,
// the test fails so.
void end_if_overflown(Event event);

// Texts of the outcome, cut to size.
void set_type(const char* text);
void set_message(const char* text);
void add_to_message(const char* text);

// Gives the tool what the program wrote, as far as there is room. 0: standard output; 1: standard
// error.
void capture_output(int stream, const char* text, uint64_t size);

}  // namespace cutaway::rt
