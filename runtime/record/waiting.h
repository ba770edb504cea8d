// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An incall may wait for its return: if nothing is logged in between, one short event does for
// both. That is so for accessors, which are called most. Until then its arguments stand in the
// header of the log, where they survive any death of the process; not those of a brief function,
// which nobody will kill. Every hook that logs, or looks at the crossings, logs the incall that
// waits first.
#pragma once
#include "runtime/record/state.h"

namespace cutaway::rt {

// Makes the incall that waits an ordinary one.
void log_waiting_incall(Context* context);
CUTAWAY_INLINE void log_waiting(Context* context) {
  if (CUTAWAY_UNLIKELY(context->waiting != nullptr)) log_waiting_incall(context);
}

}  // namespace cutaway::rt
