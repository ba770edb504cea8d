// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From one failing run to the few calls that matter, at each level of abstraction.
#pragma once
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "debug/calls.h"
#include "shrink/shrink.h"

namespace cutaway {

struct Level {
  std::string name;
  std::vector<std::string> inside;  // groups
  std::string recording;            // shrunk
  Shrunk shrunk;
  std::vector<Call> calls;
  std::string problem;  // why there is no recording; empty: there is one
};

struct DebugOptions {
  ShrinkOptions shrink;
  bool has_levels = true;  // false: the recording's own inside is the only level
  bool may_replace = false;
  // For all levels; what one does not use is for those after it. 0: no limit.
  std::chrono::milliseconds timeout{0};
  // Told when a level is done.
  std::function<void(size_t number, const Level& level)> level_done;
  // Told when the failure is known.
  std::function<void(const Failure& failure, uint64_t incalls)> failure_known;
};

struct DebugResult {
  Failure failure;
  std::vector<Level> levels;
};

// `recording` fails; recordings of the levels are written to `folder`/1, /2, ... Nothing of the
// program is run again.
Result<DebugResult> debug_recording(const std::string& recording, const std::string& folder,
                                    const DebugOptions& options);

}  // namespace cutaway
