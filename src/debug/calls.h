// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The calls of a shrunk recording, as a person reads them.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"

namespace cutaway {

struct Call {
  std::string text;    // "Period::Period(this = o1, -2717640422000)"
  std::string place;   // "period.cc:441"
  uint32_t depth = 0;  // how many other calls it happens in
};

// Incalls in their order. Pointers to memory become o1, o2, ... in the order in which they occur.
Result<std::vector<Call>> list_calls(const std::string& recording);

}  // namespace cutaway
