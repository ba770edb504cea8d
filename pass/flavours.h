// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the clones that become flavours.
#pragma once
#include "copies.h"
#include "llvm/IR/Function.h"

namespace cutaway {

// An internal copy of `function` with the context as a first, swiftself parameter. Labels in
// jump tables (computed goto) are those of the copy.
llvm::Function* clone_with_context(llvm::Function& function, llvm::StringRef suffix,
                                   Variables variables);

// Takes variables out of the debug information; lines stay. For what nobody debugs: the record
// flavour, and the outside of a variant. Where variables are is a third of the compile time.
void drop_variables(llvm::Function& function);
// Before that, for those who name the parameters later: clang without optimisation lists them
// nowhere else.
void keep_parameter_names(llvm::Function& function);

}  // namespace cutaway
