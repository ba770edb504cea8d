// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A large unit is compiled by two processes, each of which weaves all of it and keeps one part. The
// tool joins the two objects.
#pragma once
#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Module.h"

namespace cutaway {

enum class Part {
  whole,
  first,   // data, entries, all functions that the second does not have
  second,  // about half of the code
};

// `part` as the tool says it: "", "first" or "second".
Part parse_part(llvm::StringRef text);

// Takes what is not of `part` out of the module. `movable` is what the second part may have, what it
// had better have first. Local names that both parts use get a hidden name that ends in
// CUTAWAY_PART_SUFFIX and a hash of the code: parts that differ cannot be linked.
void keep_part(llvm::Module& module, llvm::ArrayRef<llvm::Function*> movable, Part part);

}  // namespace cutaway
