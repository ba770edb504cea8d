// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which incall had the outside fill memory that another incall reads.
//
// Problem: load() calls read(fd, buffer, size), and check() reads the buffer. The bytes are a patch
// of check(), but without load() they would not be there. Idea: a patch belongs to the last outcall
// before it that was given a pointer to that memory.
#pragma once
#include "runtime/common/rt.h"

namespace cutaway::rt {

// The running incall gives these to the outside.
void note_given(const uint64_t* arguments, uint64_t count);

// Number + 1 of the incall, other than the running one, that gave `address` to the outside last; 0:
// none.
uint32_t find_cause(uint64_t address);

}  // namespace cutaway::rt
