// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of the outside that a simpler value makes other than recorded.
//
// Problem: load(121) calls read(fd, buffer, 121), and what that wrote is in the recording. With
// load(0) the bytes come all the same, and it would seem that the number does not matter. Idea:
// such a call may print, but it must not have memory to write to.
#pragma once
#include "runtime/common/rt.h"

namespace cutaway::rt {

// Whether the outside gets a pointer to memory that is edited.
bool is_given_edited(const uint64_t* arguments, uint64_t count);

// These are not the arguments that the answer was recorded for.
void note_departure(const uint64_t* arguments, uint64_t count);

}  // namespace cutaway::rt
