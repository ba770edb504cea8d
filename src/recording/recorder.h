// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a program under the recorder and packs what it logged.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "base/process.h"
#include "recording/crossing_monitor.h"
#include "recording/packer.h"

namespace cutaway {

struct RecordOptions {
  std::vector<std::string> command;
  std::string program;            // runs in the place of command[0]: a variant; empty: that itself
  std::string library_folder;     // goes before LD_LIBRARY_PATH; may be empty
  std::vector<std::string> plan;  // inside patterns of the variant; empty: the program says
  std::string output;             // empty: named after the program, numbered if that exists
  bool may_replace = false;
  bool verify = false;
  uint64_t max_size = 0;    // bytes of raw log; 0: no limit
  uint64_t max_events = 0;  // 0: no limit
  bool keeps_raw_log = false;
  // Keep address space randomisation. Off by default: what the inside computes from addresses of
  // its own code and data (hash seeds) is then the same on replay.
  bool keeps_randomization = false;
  int kill_after_ms = 0;                // 0: never
  bool loads_woven_code_later = false;  // by dlopen: do not insist on woven code at the start
  PackProgress progress;
  CrossingMonitor::Warn warn;  // may be empty
};

struct RecordOutcome {
  ProcessEnd end;
  bool has_recording = false;  // false: no woven code ran under the recorder
  std::string output;
  std::string raw_log;  // kept; empty if it was removed
  PackSummary summary;
};

Result<RecordOutcome> record(const RecordOptions& options);

// Packs the raw log that a killed `cutaway record` left. `output` empty: named after the log.
Result<RecordOutcome> finish_recording(const std::string& raw_log, const RecordOptions& options);

}  // namespace cutaway
