// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Before optimisation: decides the side of every function and keeps the cut from being inlined
// away.
#pragma once
#include "groups.h"
#include "inside/patterns.h"
#include "llvm/IR/Module.h"

namespace cutaway {

// Returns whether anything of `module` is inside. Reports what cannot be inside (coroutines) as
// an error of the compilation.
bool mark_sides(llvm::Module& module, const InsidePatterns& patterns, Granularity zoom);

}  // namespace cutaway
