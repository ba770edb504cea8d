// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/result.h"

namespace cutaway {

std::string to_text(const Error& error) {
  return error.object.empty() ? error.message : error.object + ": " + error.message;
}

}  // namespace cutaway
