// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace cutaway {

void check_failed(std::string_view condition, std::string_view values, const char* file, int line) {
  std::string text =
      fmt::format("cutaway: internal error: {}:{}: check failed: {}", file, line, condition);
  if (!values.empty()) text += fmt::format(": got {}", values);
  text += "\nhint: this is a bug in cutaway: please report it\n";
  std::fputs(text.c_str(), stderr);
  std::_Exit(70);
}

}  // namespace cutaway
