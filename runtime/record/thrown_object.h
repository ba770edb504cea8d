// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the C++ runtime itself reads of a thrown object to find its handler, which no woven load
// checks.
#pragma once
#include "runtime/common/exception_layout.h"
#include "runtime/record/state.h"

namespace cutaway::rt {

// Logs these bytes of an object that the outside threw, as part of the segment that has just begun.
// `sp` is the native stack pointer of the calling hook. The thread is inside.
void check_thrown_object(Context* context, const ThrownObject& thrown, uint64_t sp);

}  // namespace cutaway::rt
