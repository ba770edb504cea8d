// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replays a stream in a process of its own: this program again, with the replay library preloaded.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "stream_builder.h"

namespace cutaway::by_hand {

struct ReplayRun {
  std::string options;               // besides report_fd
  std::vector<std::string> command;  // before the program: valgrind and its options
  bool keeps_layout = false;         // do not ask for ADDR_COMPAT_LAYOUT, as the tool does
};

// The reported outcome; {"outcome": "none", "status": ...} if the process said nothing.
nlohmann::json replay(const StreamBuilder& stream, const ReplayRun& run = {});

// What the last replay wrote to stderr.
const std::string& replay_stderr();

}  // namespace cutaway::by_hand
