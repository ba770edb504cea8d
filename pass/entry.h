// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the outside meets an inside function: entry, dispatch and thunk.
#pragma once
#include "body.h"

namespace cutaway {

// Turns `function` into its own entry. Flavours must have been cloned from it before.
void make_entry(Tables& tables, llvm::Function& function, const FlavourSet& flavours);

}  // namespace cutaway
