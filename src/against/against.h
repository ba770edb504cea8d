// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replays a recording on changed code and lists what it does otherwise.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "recording/json.h"
#include "replay/replay_session.h"
#include "weave/variant.h"

namespace cutaway {

struct AgainstOptions {
  std::string program;   // the changed one, or a folder that has one of the same name
  ReplayOptions replay;  // `program`: the recorded one, if it moved
  bool stops = false;    // at the first difference
  bool is_test = false;  // the program is a replay test, which has all of the inside
  // Called with each difference, explained; false: go no further. Empty: go on.
  std::function<bool(const Json& difference)> ask;
  WeaveProgress progress;
};

// {"recording", "against", "outcome", "differences": [...], "difference_count", "incalls",
// "failure": {...}, "gone": [...], "why", "note"}: docs/replay.md. Of a run that was stopped
// "stopped" is true.
Result<Json> replay_against(const std::string& recording, const AgainstOptions& options);

// A part of a recording departs from it by itself, where calls are left out: how, as the recorded
// program tells it; empty if that is not there.
Result<std::vector<std::string>> list_own_differences(const std::string& recording,
                                                      const ReplayOptions& options);

// Several lines for people.
std::string render_against(const Json& report);

std::string render_one_difference(const Json& difference);

// 0: no difference, 3: differences.
int exit_code_of_against(const Json& report);

}  // namespace cutaway
