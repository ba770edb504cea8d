// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prepares and runs a replay: the woven program itself, with the replayer preloaded.
#pragma once
#include <string>
#include <vector>

#include "base/file.h"
#include "base/process.h"
#include "recording/json.h"
#include "recording/recording_reader.h"

namespace cutaway {

struct ReplayOptions {
  std::string program;   // empty: the one that was recorded
  uint64_t until = 0;    // stop when this incall has ended; 0: never
  uint64_t stop_at = 0;  // let a debugger stop before this incall; 0: never
  bool is_sandboxed = true;
  bool is_under_valgrind = false;
  int timeout_ms = 0;  // 0: none
  // Of a shrinking: what is a failure besides a crash (failure/conditions.h).
  std::vector<std::string> conditions;
  // Of a zoom.
  std::string library = "libcutaway_replay.so";  // the runtime to preload
  bool verify = false;
  uint64_t max_size = 0;
};

// A replay that is ready to start.
struct PreparedReplay {
  std::string recording;
  std::string program;
  UniqueFd log;           // unpacked stream, inherited by the child
  UniqueFd releases;      // of a part: RunInfo::releases, for the runtime
  UniqueFd report_reads;  // the child's outcome comes here
  UniqueFd report_writes;
  Environment environment;
  UnpackSummary stream;
  std::vector<std::string> warnings;
  bool has_timed_out = false;  // when it was run
};

// Validates and unpacks the recording, finds the program and compares build ids.
Result<PreparedReplay> prepare_replay(RecordingReader& reader, const ReplayOptions& options);

// Runs it and returns what the replayer reported. Fails if it reported nothing.
Result<Json> run_replay(PreparedReplay& replay, const ReplayOptions& options);

// Runs gdb, stopped at the incall `options.stop_at`. Returns when the user leaves it, with what
// the replayer reported, or null if it was not run to its end.
Result<Json> run_under_gdb(PreparedReplay& replay, const ReplayOptions& options);

struct ValgrindOutcome {
  bool has_errors = false;
  Json report;
};
Result<ValgrindOutcome> run_under_valgrind(PreparedReplay& replay, const ReplayOptions& options);

// The commands that gdb gets, one a line.
std::string gdb_script(const PreparedReplay& replay, const ReplayOptions& options);

}  // namespace cutaway
