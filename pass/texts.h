// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The `text` of functions and call sites: names, places and signatures from debug information.
#pragma once
#include "llvm/IR/InstrTypes.h"
#include "slots.h"

namespace cutaway {

std::string function_text(const llvm::Function& function, const Slots& slots);

// `name` is the callee's linkage name, or empty if only known at run time.
std::string site_text(const llvm::CallBase& call, llvm::StringRef name, const Slots& slots);

// A value logged by position.
std::string value_text(const llvm::Instruction& instruction, llvm::StringRef name,
                       const Slots& slots);

}  // namespace cutaway
