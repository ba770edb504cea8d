// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Known functions that the inside calls through the runtime also in a replay (abi/known_functions.inc).
#pragma once
#include "runtime/common/rt.h"

namespace cutaway::rt {

void set_known_functions(CutawayModule* module);

}  // namespace cutaway::rt
