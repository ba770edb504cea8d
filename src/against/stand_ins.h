// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Links a replay test: the inside without the outside. What is missing gets a stand-in.
//
// The linker itself says what that is, so libraries that are named on the command line count. A
// function becomes one that aborts: the replayer answers calls of it and never enters it. A
// variable becomes room for it, which is filled as in the recorded program when the test runs.
#pragma once
#include <string>
#include <vector>

#include "against/recorded_image.h"

namespace cutaway {

// The assembly that defines `missing`; `known` are the symbols of the recorded program.
std::string write_stand_ins(const std::vector<std::string>& missing,
                            const std::vector<ElfSymbol>& known);

// What a linker (GNU ld, gold, lld, mold) calls undefined, in the order of their names.
std::vector<std::string> parse_undefined(const std::string& messages);

// Runs the link command with what it misses. Returns its exit status; what it says goes to standard
// error.
Result<int> link_with_stand_ins(const std::string& recording,
                                const std::vector<std::string>& command);

}  // namespace cutaway
