// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the user takes for a failure besides a crash:
//   exit 3, exit nonzero
//   stdout ~ regex, stdout contains text; stderr likewise
//   sanitizer      a report of UBSan
//   hang           the program ran longer than it may
// A run fails if all of several conditions hold.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "recording/run_info.h"

namespace cutaway {

// As tests get it: single spaces between its words.
Result<std::string> parse_condition(const std::string& text);

// What tests of a recorded run watch for; empty: only what ends a program anyway. Nothing: the run
// did not fail. `wanted` empty: a run fails that was killed by a signal, left with a status that is
// not 0, or, if `has_reports`, had a report.
std::optional<std::vector<std::string>> find_conditions(const std::vector<std::string>& wanted,
                                                        const RunInfo& run, bool has_reports);

// Whether only a replay can tell if they hold.
bool are_seen_by_replay(const std::vector<std::string>& conditions);

bool has_hang(const std::vector<std::string>& conditions);

}  // namespace cutaway
