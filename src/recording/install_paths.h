// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the runtimes and the plugin are: ../lib/cutaway from the tool, or $CUTAWAY_LIBDIR.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"

namespace cutaway {

std::string library_folder();
// The path of a file in the library folder; fails if it is not there or could not be preloaded.
Result<std::string> find_library(const std::string& name);
// LD_PRELOAD for these libraries; fails if a path holds a character that separates entries.
Result<std::string> preload_list(const std::vector<std::string>& libraries);

}  // namespace cutaway
