// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// After optimisation: gives every inside function its entry, flavours, thunk and tables.
#pragma once
#include "llvm/IR/Module.h"

namespace cutaway {

// Returns whether `module` holds inside functions (and so was changed). `plan` is kept in the
// module's table for the tools. A variant is run to record and replay only, so nobody debugs the
// original bodies in it.
bool weave_module(llvm::Module& module, llvm::StringRef plan, bool is_variant);

}  // namespace cutaway
