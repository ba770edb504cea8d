// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collects the patterns that say what is inside from options, plans and the environment.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "driver/command_line.h"

namespace cutaway::driver {

// Splits at newlines and at ':' that is not part of '::'; "a::b:c.cc" is two patterns.
std::vector<std::string> split_patterns(std::string_view text);

// --inside, then --plan, then CUTAWAY_INSIDE (`environment`, may be null); each pattern once.
// Throws UsageError.
std::vector<std::string> collect_patterns(const CommandLine& line, const char* environment);

}  // namespace cutaway::driver
