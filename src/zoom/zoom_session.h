// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records a smaller inside while a recording is replayed.
#pragma once
#include <string>
#include <vector>

#include "recording/json.h"
#include "recording/packer.h"
#include "replay/replay_session.h"

namespace cutaway {

struct ZoomOptions {
  std::vector<std::string> patterns;  // of the smaller inside
  std::vector<std::string> groups;    // or what it consists of; see WovenFunction
  std::string output;
  bool may_replace = false;
  bool verify = false;
  uint64_t max_size = 0;  // bytes of raw log; 0: no limit
  bool is_of_hang = false;  // the replay may have to be killed, as the program was
  ReplayOptions replay;
  PackProgress progress;
};

struct ZoomOutcome {
  Json report;                 // of the replay
  bool has_recording = false;  // false: the replay did not follow its recording
  PackSummary summary;
  size_t function_count = 0;  // of the smaller inside
  std::vector<std::string> warnings;
};

// Leaves no file behind unless the replay followed `recording` to its end.
Result<ZoomOutcome> zoom(const std::string& recording, const ZoomOptions& options);

}  // namespace cutaway
