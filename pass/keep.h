// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the unoptimised module in the store, for weaving later (abi/store.h).
#pragma once
#include "llvm/IR/Module.h"

namespace cutaway {

// Does what the environment asks for: writes the unit, leaves its place in the object, takes out
// debug information that the user did not ask for. Never fails: what cannot be kept is said in the
// object.
void keep_unit(llvm::Module& module);

}  // namespace cutaway
