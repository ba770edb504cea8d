// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What include/cutaway/cutaway.h asks and tells the recorder.
#include <stdlib.h>

#include "runtime/common/system.h"
#include "runtime/common/text.h"
#include "runtime/record/state.h"

CUTAWAY_EXPORT int cutaway_rt_is_recording() { return cutaway::rt::g_state.alive != 0 ? 1 : 0; }

// Writes what cutaway_fail writes.
CUTAWAY_EXPORT void cutaway_rt_fail(const char* why) {
  using namespace cutaway::rt;
  constexpr char k_start[] = "CUTAWAY_FAIL: ";
  sys_write(2, k_start, sizeof(k_start) - 1);
  sys_write(2, why, text_length(why));
  sys_write(2, "\n", 1);
  abort();
}
