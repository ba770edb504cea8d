// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "llvm/IR/Module.h"

namespace cutaway {

// Assembler may name local symbols, which must then keep their names and their places.
bool has_assembler(const llvm::Module& module);

}  // namespace cutaway
