// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the unoptimised module in the store, for weaving later (abi/store.h).
#pragma once
#include "llvm/IR/Module.h"

namespace cutaway {

// Does what the environment asks for: writes the unit, leaves its place in the object, takes out
// debug information that the user did not ask for. Never fails: what cannot be kept is said in the
// object. Returns whether the unit was kept.
bool keep_unit(llvm::Module& module);

// Writes `record`, what the optimiser did (code_record.h), and leaves its place in the object. Says
// nothing if that fails: weaving can do without.
void keep_code_record(llvm::Module& module, llvm::StringRef record);

}  // namespace cutaway
