// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// After optimisation: gives every inside function its entry, flavours, thunk and tables.
#pragma once
#include "llvm/IR/Module.h"
#include "parts.h"

namespace cutaway {

struct WeaveOptions {
  std::string plan;  // kept in the module's table for the tools
  // A variant is run to record and replay only, so nobody debugs the original bodies in it.
  bool is_variant = false;
  Part part = Part::whole;
};

// Returns whether `module` was changed: it holds inside functions, or only a part of it is kept.
bool weave_module(llvm::Module& module, const WeaveOptions& options);

}  // namespace cutaway
