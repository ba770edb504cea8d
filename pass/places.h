// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a function stands in the source, as far as the module knows.
#pragma once
#include <string>
#include "llvm/IR/Function.h"

namespace cutaway {

// Absolute if the debug information has a folder.
std::string path_of(const llvm::Function& function);

// Not in the file that was compiled. Without debug information: inline code.
bool is_from_header(const llvm::Function& function);

// From a header of the system, such as the standard library's.
bool is_from_system_header(const llvm::Function& function);

}  // namespace cutaway
