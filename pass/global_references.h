// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// References between functions, variables and aliases of a module.
#pragma once
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"

namespace cutaway {

using Globals = llvm::SmallSetVector<llvm::GlobalValue*, 8>;

// Those that a constant names, itself included if it is one.
Globals globals_in(const llvm::Constant& constant);

// Those that the body, initialiser or aliasee of `global` names.
Globals references_of(const llvm::GlobalValue& global);

// Those whose references_of() has `global`.
Globals global_users(const llvm::GlobalValue& global);

}  // namespace cutaway
