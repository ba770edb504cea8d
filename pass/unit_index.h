// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a unit holds, so that patterns can be matched without reading its bitcode (abi/store.h).
#pragma once
#include <string>
#include "llvm/IR/Module.h"
#include "llvm/Support/JSON.h"

namespace cutaway {

// The content of a .unit file; `command` becomes part of it.
std::string unit_index(const llvm::Module& module, llvm::json::Object command);

}  // namespace cutaway
