// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the optimiser made of a unit that is kept: whose code is in whose, and which local variables
// are as they were. Weaving then compiles only what holds code of the inside, and takes the rest
// from the user's object.
#pragma once
#include "llvm/IR/PassManager.h"

namespace cutaway {

// At the start of the pipeline: notes from now on what is inlined. Decisions are those of clang.
void start_code_record(llvm::Module& module, llvm::ModuleAnalysisManager& manager);

// At its end: the content of a .code file (abi/store.h); empty if it was not started for this
// module.
std::string finish_code_record(const llvm::Module& module);

}  // namespace cutaway
