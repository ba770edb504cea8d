// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Start and end of a recording: the library is linked with -z initfirst, so its constructor runs
// before every other.
#include <sys/personality.h>

#include "runtime/common/options.h"
#include "runtime/common/text.h"
#include "runtime/record/asan_bypass.h"
#include "runtime/record/lock.h"
#include "runtime/record/log.h"
#include "runtime/record/modules.h"
#include "runtime/record/program_path.h"
#include "runtime/record/shadow.h"
#include "runtime/record/signals.h"
#include "runtime/record/threads.h"

namespace cutaway::rt {

namespace {

void warn_recording_is_off(const char* object, const char* why) {
  Line()
      .text("cutaway: warning: ")
      .text(object)
      .text(": ")
      .text(why)
      .text(": recording is off")
      .write_to(2);
}

void start(const Options& options) {
  BlockSignals block;
  const char* why = nullptr;
  g_verify = options.verify ? 1 : 0;
  if (!start_threads()) {
    return warn_recording_is_off("kernel", "no MADV_WIPEONFORK or no thread key");
  }
  if (!reserve_shadow() || !map_known_cells()) {
    return warn_recording_is_off("address space",
                                 "the shadow range is taken or may not be reserved");
  }
  if (!open_log(options, &why)) return warn_recording_is_off(options.log, why);
  if (!refresh_modules(&why)) {
    stop_recording(k_truncated_unsupported, why);
    return warn_recording_is_off("program", why);
  }
  start_signals();
}

// This process has its layout already; those that it starts get what they would have had.
void restore_randomization() {
  const int current = personality(0xffffffff);
  if (current >= 0) personality(static_cast<unsigned long>(current) & ~ADDR_NO_RANDOMIZE);
}

__attribute__((constructor)) void start_library(int, char**, char** environment) {
  const Options options = read_options(environment);
  if (options.log == nullptr) return;
  bypass_asan();
  set_program_path(options.program);
  start(options);
  restore_environment(environment);
  if (options.fixed_layout) restore_randomization();
}

__attribute__((destructor)) void end_library() {
  if (g_state.process == 0) return;
  KeepErrno keep;
  BlockSignals block;
  if (!lock_inside_within(1000)) return;
  finish_log();
  unlock_inside();
}

}  // namespace

}  // namespace cutaway::rt
