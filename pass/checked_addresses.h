// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds loads whose check would repeat one of the same segment.
#pragma once
#include "body.h"

namespace cutaway {

llvm::SmallPtrSet<const llvm::LoadInst*, 32> find_rechecked_loads(const Body& body);

// Whether the outside may run, or other threads may be seen, during `instruction`.
bool may_leave_inside(const llvm::Instruction& instruction);

}  // namespace cutaway
