// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What include/cutaway/cutaway.h asks the recorder.
#include "runtime/record/state.h"

CUTAWAY_EXPORT int cutaway_rt_is_recording() { return cutaway::rt::g_state.alive != 0 ? 1 : 0; }
