// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds what a mistyped pattern may have meant.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace cutaway {

// What patterns could name in a program: qualified functions, their classes and namespaces,
// and source files. The library's own and the compiler's helpers are left out.
std::vector<std::string> names_for_patterns(const std::vector<std::string>& linkage_names,
                                            const std::vector<std::string>& source_files);

// At most `limit` of `names`, nearest first, none that has little in common with `pattern`.
// Near is the edit distance of the whole or of the last component, ignoring case.
std::vector<std::string> nearest_names(std::string_view pattern,
                                       const std::vector<std::string>& names, size_t limit);

}  // namespace cutaway
