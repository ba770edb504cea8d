// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which side of the cut a function is on, kept as a function attribute from marking to weaving.
#pragma once
#include "llvm/IR/Function.h"

namespace cutaway {

enum class Side {
  outside,
  inside,   // named by the user: has an entry
  library,  // inline code of a header, cloned for the inside: no entry
};

inline constexpr llvm::StringLiteral k_side_attribute = "cutaway-side";

inline Side side_of(const llvm::Function& function) {
  const llvm::StringRef value = function.getFnAttribute(k_side_attribute).getValueAsString();
  if (value == "inside") return Side::inside;
  if (value == "library") return Side::library;
  return Side::outside;
}

inline void set_side(llvm::Function& function, Side side) {
  function.addFnAttr(k_side_attribute, side == Side::inside ? "inside" : "library");
}

}  // namespace cutaway
