// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The outcome, as one JSON object on report_fd (or stderr): docs of its members are in README.md of
// this folder. Every function here ends the process; all work in a signal handler.
#pragma once
#include "runtime/common/rt.h"
#include "runtime/replay/module_map.h"
#include "runtime/replay/stream.h"

namespace cutaway::rt {

// Exit codes, for those who run the process without report_fd.
enum {
  k_exit_followed = 0,
  k_exit_failed_to_start = 1,
  k_exit_diverged = 3,
  k_exit_failure_differs = 4,
  k_exit_internal = 70,
};

struct Divergence {
  const char* what;
  int index = -1;  // of argument or result slot
  uint64_t expected = 0;
  uint64_t actual = 0;
  bool has_expected = false;
  bool has_actual = false;
  uint32_t expected_kind = 0;  // an event kind, if not 0 or has_end
  const char* expected_text = nullptr;
  const char* actual_text = nullptr;
  const char* site = nullptr;  // text of the site at which the inside stands
};

void set_report_fd(int fd);

[[noreturn]] void report_divergence(const Divergence& divergence);
[[noreturn]] void report_bad_recording(const char* reason);
[[noreturn]] void report_internal_error(const char* what);
[[noreturn]] void fail_to_start(const char* reason, const char* detail = nullptr);
[[noreturn]] void report_other_build(const RecordedModule& module);

enum class FailureSide { none, inside, outside, asynchronous };
// The stream was followed to `end`.
[[noreturn]] void report_followed(Event end, FailureSide side);
[[noreturn]] void report_stopped();
// The recording ends in `failure`, but the inside did something else: `signal` 0 if it did not
// fail.
[[noreturn]] void report_failure_differs(Event failure, uint32_t signal, uint64_t address,
                                         const char* actual);

}  // namespace cutaway::rt
