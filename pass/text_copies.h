// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// strdup and strndup in code of the inside: as outcalls, the text that they give back would be the
// outside's, and a part of the recording would depend on whoever had the block before.
#pragma once
#include "llvm/IR/Function.h"

namespace cutaway {

// Writes such calls as what they do: take the length, call malloc, copy.
void expand_text_copies(llvm::Function& function);

}  // namespace cutaway
