// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Zooming: a replay of a recording of the inside B, in which a smaller inside S is recorded.
//
// Functions of S run the zoom flavour with the recorder's Context, all others of B the replay
// flavour with the replayer's thread. Both belong to the same recorded thread, and of their fields
// that count down or move, only those of the context that runs are up to date: whoever changes
// sides hands them over. All recorded threads are coroutines of one, so nothing is locked.
#pragma once
#include "runtime/record/state.h"
#include "runtime/replay/thread.h"

namespace cutaway::rt {

// The recorder's context of a replayed thread; makes it the running one.
Context* context_of(ReplayThread& thread);

// Reads which functions are S, one "module offset" a line (hexadecimal, idents of the replayed
// stream), from the file at `path`, and marks all others of B as outside for it. Then lists them in
// the log. Stops the process if the list makes no sense.
void read_zoomed_functions(const char* path);
void define_zoomed_functions();

}  // namespace cutaway::rt
