// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Options of a runtime: CUTAWAY_LOG and CUTAWAY_OPTIONS in the environment of the process.
#pragma once
#include "runtime/common/rt.h"

namespace cutaway::rt {

struct Options {
  const char* log;             // CUTAWAY_LOG, null if unset; points into the environment strings
  const char* preload;         // CUTAWAY_PRELOAD, null if unset
  const char* program;         // CUTAWAY_PROGRAM, null if unset
  char* watch;                 // CUTAWAY_WATCH, null if unset
  const char* zoom_log;        // CUTAWAY_ZOOM_LOG, null if unset
  const char* zoom_functions;  // CUTAWAY_ZOOM_FUNCTIONS, null if unset
  bool verify;
  bool sandbox;
  bool fixed_layout;  // the tool switched randomisation off for this process only
  bool valgrind;
  int report_fd;        // -1 if not given
  int request_fd;       // of a shrinking; -1 if not given
  int write_fd;         // the same
  int releases_fd;      // the same
  bool has_releases;    // of a part: `releases_fd` has those that it does not tell itself
  bool live;            // of a shrunk recording: functions of libraries run for real
  bool numbers;         // of a shrunk recording: strtol and the like do
  uint64_t max_size;    // 0: no limit
  uint64_t max_events;  // 0: no limit
  uint64_t until;       // 0: to the end
  uint64_t stop_at;
};

// `environment` is the third argument of an ELF constructor: libc's environ is not set yet in an
// initfirst constructor.
Options read_options(char** environment);

// The value of `name` in `environment`, or null.
const char* find_variable(char** environment, const char* name);

// Makes `environment` what the user had, in place: removes the variables that the tool set for the
// runtime, and gives LD_PRELOAD and LD_LIBRARY_PATH their values back. Call only when CUTAWAY_LOG
// was set.
void restore_environment(char** environment);

// Parses "key=value,key=value" into `options`; unknown keys are ignored (a newer tool).
void parse_options(const char* text, Options* options);

}  // namespace cutaway::rt
