// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes declarations of definitions, for what another object defines.
#pragma once
#include "llvm/IR/Module.h"

namespace cutaway {

void declare(llvm::Function& function);
void declare(llvm::GlobalVariable& variable);

// Of an alias or an ifunc, which is gone then.
void replace_by_declaration(llvm::GlobalValue& global);

}  // namespace cutaway
