// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What include/cutaway/cutaway.h asks. The header calls only what is defined, and the inside must
// take the same way as when it was recorded; the answer itself comes from the recording.
#include "runtime/common/rt.h"

CUTAWAY_EXPORT int cutaway_rt_is_recording() { return 0; }
CUTAWAY_EXPORT void cutaway_rt_fail(const char*) {}
