// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A test that does not end.
#pragma once
#include "runtime/common/rt.h"
#include "runtime/replay/stream.h"

namespace cutaway::rt {

// Ends the test with a hang when it has gone on for `hang_ms` of processor time after the last
// event of the stream, and as unresolved when it has used `limit_ms`; 0: no limit.
void watch_time(uint64_t hang_ms, uint64_t limit_ms);

// The inside waits or goes on where the recording was cut off because the program hung. Returns if
// `event` is no such end, or the test did not come here as the recording did.
void end_if_hung(Event event);

}  // namespace cutaway::rt
