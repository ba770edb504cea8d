// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the outside meets an inside function: entry, dispatch and thunk.
#pragma once
#include "body.h"

namespace cutaway {

// Turns `function` into its own entry. Flavours must have been cloned from it before. If it may be
// plain (plain_calls.h), its dispatch can do without hooks.
void make_entry(Tables& tables, llvm::Function& function, const FlavourSet& flavours,
                bool may_be_plain);

}  // namespace cutaway
