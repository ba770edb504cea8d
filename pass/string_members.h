// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libstdc++ declares the members of std::string `extern template` and keeps them in its shared
// library, where they would be outside. Optimising compilations have copies of their bodies; others
// get them here, from a module that was made of the header.
#pragma once
#include "llvm/IR/Module.h"

namespace cutaway {

// Gives bodies to members of std::string and std::wstring that `module` only declares, with what
// they call, as copies for the inside to adopt. Returns these functions.
llvm::SmallVector<llvm::Function*, 0> define_string_members(llvm::Module& module);

// Takes the bodies away again: the outside must not inline what nobody emits.
void undefine_string_members(llvm::ArrayRef<llvm::Function*> members);

}  // namespace cutaway
