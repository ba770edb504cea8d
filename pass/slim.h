// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Leaves in a marked unit what the inside affects; the user's object has the rest.
#pragma once
#include "llvm/IR/Module.h"

namespace cutaway {

// `object` describes the user's object, `changes` is the file to say in what has to be changed
// there (abi/store.h).
void slim_module(llvm::Module& module, llvm::StringRef object, llvm::StringRef changes);

}  // namespace cutaway
