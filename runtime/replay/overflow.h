// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stack overflows: native stacks have another size in a replay, and frames of replayed code have
// other sizes, so endless recursion ends at another depth and another address, perhaps on the
// other stack; or it goes on where the recording ends.
#pragma once
#include "runtime/replay/stream.h"

namespace cutaway::rt {

// Whether a fault at `address` is an overflow of the running thread's stack. A guard is also what
// lies behind the end of a stack: who writes on beyond the outermost frame comes there, too.
bool is_overflow(uint64_t address);

// Whether a fault at `address` is the overflow that was recorded as one at `recorded`.
bool is_same_overflow(uint64_t recorded, uint64_t address);

// The recording ends with `event`, an overflow, and the stack of this thread is deep.
bool is_overflow_here(Event event);

}  // namespace cutaway::rt
