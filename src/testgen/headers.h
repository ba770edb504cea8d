// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which of the user's headers declares what.
#pragma once
#include <string>
#include <vector>

namespace cutaway {

// By its name: "zone.cc", not "zone.h".
bool is_source_file(const std::string& path);
// The header that a source file includes, directly or by others, and that has the function's name
// in it, followed by a parenthesis. Empty: none.
std::string find_declaring_header(const std::string& source, const std::string& function);
// Instead of each header the one by which `source` includes it, if it does. `folders` are those of
// the compiler's command.
std::vector<std::string> outer_headers(const std::vector<std::string>& headers,
                                       const std::string& source,
                                       const std::vector<std::string>& folders);

}  // namespace cutaway
