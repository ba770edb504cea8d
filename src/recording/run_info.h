// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is known of the recorded run besides its events: the info chunk.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "abi/shrink.h"
#include "base/result.h"

namespace cutaway {

struct RunInfo {
  std::string tool_version;
  std::vector<std::string> arguments;  // argv of the program
  std::string directory;
  std::string program;            // absolute path of the executable
  std::string program_build_id;   // hexadecimal; empty if it has none
  std::vector<std::string> plan;  // inside patterns
  std::vector<std::string> zoom;  // patterns of a smaller inside; empty: not a zoomed recording
  std::string library_path;       // LD_LIBRARY_PATH, needed to find the same libraries again
  std::string machine;
  std::string started_at;  // UTC, ISO 8601
  double duration_s = 0;
  bool has_ended = false;  // false: packed from the log of a run whose end nobody saw
  int exit_status = 0;
  int signal = 0;
  bool verify = false;
  uint64_t shrunk_from = 0;  // incalls of the recording that this is a part of; 0: it is whole
  bool has_live_functions = false;      // of a part: functions of libraries run for real
  bool has_live_numbers = false;        // of a part: strtol and the like do, too
  std::vector<std::string> conditions;  // of a part: what is its failure, besides a crash
  // Of a part: blocks that were given back, which its events do not tell; nothing: they tell all.
  std::optional<std::vector<CutawayRelease>> releases;
  std::string failure;  // of a part: how it fails, JSON (failure/failure.h); empty: not known
};

std::string to_json_text(const RunInfo& info);
// Missing fields stay empty: a reader can do without all of them.
Result<RunInfo> parse_run_info(const std::string& text);

// "x86-64, Linux 6.1.0"
std::string describe_machine();
// The current time in UTC.
std::string describe_now();
// "exit status 1", "killed by SIGSEGV".
std::string describe_end(const RunInfo& info);
std::string signal_name(int signal);

}  // namespace cutaway
