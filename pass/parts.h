// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A large unit is compiled by two processes, each of which weaves all of it and keeps one part:
// the flavours that nobody debugs, or everything else. The tool joins the two objects.
#pragma once
#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Module.h"

namespace cutaway {

enum class Part {
  whole,
  program,   // all but the flavours that can be apart
  flavours,  // these alone
};

// `part` as the tool says it: "", "program" or "flavours".
Part parse_part(llvm::StringRef text);

// Takes what is not of `part` out of the module. `apart` are the flavours that may be moved. Local
// names that both parts use get a hidden name that ends in k_part_suffix and a hash of the woven
// code: parts that differ cannot be linked.
void keep_part(llvm::Module& module, llvm::ArrayRef<llvm::Function*> apart, Part part);

}  // namespace cutaway
