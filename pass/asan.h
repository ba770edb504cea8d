// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// AddressSanitizer in units that are woven. Its pass must run before weaving, so that all flavours
// have its checks and its stack frames; clang would run it after. So the plugin runs it.
#pragma once
#include "llvm/IR/PassManager.h"

namespace cutaway {

// `options` are the words of CUTAWAY_ENV_PLAN_ASAN.
void run_asan(llvm::Module& module, llvm::ModuleAnalysisManager& manager, llvm::StringRef options);

// After weaving, if clang runs its pass, too: there is nothing left for it.
void keep_from_asan(llvm::Module& module, llvm::StringRef options);

// Whether the module's functions have its checks.
bool has_asan(const llvm::Module& module);

// Whether this access, or call, is to its shadow, which is no memory of the program's.
bool is_asan_shadow_access(const llvm::Instruction& instruction);

}  // namespace cutaway
