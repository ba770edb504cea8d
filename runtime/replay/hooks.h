// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The calls of woven code into the replayer.
#pragma once
#include "runtime/common/rt.h"

namespace cutaway::rt {

// Fills the module's table of calls and sets its mode.
void attach_module(CutawayModule* module);

}  // namespace cutaway::rt
