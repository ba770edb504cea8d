// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The replayer's outcome in words: which call, which argument, expected and actual value.
#pragma once
#include <string>

#include "base/result.h"
#include "recording/json.h"

namespace cutaway {

// Adds what the replayer cannot know: demangled names, places, the argument at fault.
Json explain_report(const Json& report);

// Several lines for people, from an explained report. `recording` is the file's name.
std::string render_report(const Json& report, const std::string& recording);

// 0 followed or stopped, 3 diverged or failed differently, 1 user fault, 70 a bug of ours.
int exit_code_of(const Json& report);

}  // namespace cutaway
