// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which functions and variables of a marked unit must be compiled again because of the inside, and
// what else they need. ARCHITECTURE.md says why the rest of the user's object may stay.
#pragma once
#include "global_references.h"
#include "llvm/ADT/MapVector.h"
#include "object_code.h"

namespace cutaway {

enum class Presence {
  affected,  // defined here, not by the user's object
  copied,    // defined here, too
  inlined,   // defined by the user's object; its body may be inlined
  shared,    // a local variable of the user's object
};

using Presences = llvm::MapVector<llvm::GlobalValue*, Presence>;

struct Affected {
  // What is not here is of the user's object alone, and at most declared.
  Presences presences;
  // All of the unit had better be compiled, or must be: whatever is unusual. Empty if not.
  std::string whole_because;
};

Affected find_affected(const llvm::Module& module, const ObjectCode& object);

}  // namespace cutaway
