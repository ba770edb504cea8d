// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Input that was read into a used buffer is equal to the old content here and there. A patch for
// each piece would cost more than the data, so pieces with gaps of up to 7 bytes go into one
// k_event_patch_runs: one byte for each piece, and none for the bytes that are left out.
#pragma once
#include "runtime/record/state.h"

namespace cutaway::rt {

// Logs what differs from the byte at `from` on as one event, up to `to` or an image word. Returns
// its end.
uint64_t write_runs(Context* context, uint64_t from, uint64_t to);

}  // namespace cutaway::rt
