// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes every address of a thread-local variable visible as an instruction.
#pragma once
#include "llvm/IR/Function.h"

namespace cutaway {

// Clang names some thread-local variables (guards of static thread_local objects) directly;
// afterwards each use goes through llvm.threadlocal.address, which the rules log.
void name_thread_local_addresses(llvm::Function& function);

}  // namespace cutaway
