// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated code looks like the code it is put beside.
#pragma once
#include <string>

#include "base/result.h"

namespace cutaway {

// The text as clang-format lays it out for a file in `folder`; as it is if no project above has a
// .clang-format, or if there is no clang-format.
Result<std::string> format_as_project(const std::string& text, const std::string& folder);

}  // namespace cutaway
