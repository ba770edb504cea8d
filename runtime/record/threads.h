// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Contexts and inside stacks of threads.
#pragma once
#include "runtime/record/state.h"

namespace cutaway::rt {

// The calling thread's context; made at its first incall. Null: recording is over.
Context* attach_thread(uint64_t sp);

bool start_threads();  // constructor

}  // namespace cutaway::rt
