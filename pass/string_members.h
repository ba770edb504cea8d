// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libstdc++ declares the members of std::string `extern template` and keeps them in its shared
// library, where they would be outside. Optimising compilations have copies of their bodies; others
// get them here, from a module that was made of the header.
#pragma once
#include "llvm/IR/Module.h"

namespace cutaway {

// Gives bodies to members of std::string and std::wstring that `module` only declares. They are
// copies: nothing is emitted for them but what the inside adopts.
void define_string_members(llvm::Module& module);

}  // namespace cutaway
