// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a replay ends: was the recorded end reached, and was it the same?
#pragma once
#include "runtime/common/rt.h"
#include "runtime/replay/stream.h"
#include "runtime/replay/thread.h"

namespace cutaway::rt {

// The recording ends with `event` while the outside has the thread.
[[noreturn]] void end_in_outside(Event event);

// The recording ends with `event`, but the inside runs and does `actual`.
[[noreturn]] void end_in_inside(const ReplayThread& thread, Event event, const char* actual);

// Incall `until` has ended.
[[noreturn]] void end_stopped();

// The inside raised `signal`. `address` is where, for SIGSEGV and SIGBUS.
[[noreturn]] void end_by_signal(uint32_t signal, uint64_t address, bool is_write);

}  // namespace cutaway::rt
