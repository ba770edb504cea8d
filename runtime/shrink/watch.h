// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What makes a test a failing one besides what ends a program anyway: the conditions of
// `cutaway debug --fails-when`, one a line in CUTAWAY_WATCH. All of them must hold.
#pragma once
#include "runtime/common/rt.h"

namespace cutaway::rt {

struct Watch {
  bool exits;  // with `status`
  int status;
  bool hangs;
  bool reports;    // of a sanitizer that lets the program go on
  bool captures;   // output is given to the tool
  bool has_texts;  // there are conditions about output
};
extern Watch g_watch;

// Takes the lines apart; they must stay where they are. False: they make no sense.
bool prepare_watch(char* lines);

constexpr uint64_t k_watched_streams = 2;  // standard output and standard error

// The program wrote to a stream. Ends the test if that is the failure.
void watch_text(int stream, const char* text, uint64_t size);
// The inside leaves the program. Returns if that is no failure.
void watch_exit(int status, bool has_kept_frames = false);

}  // namespace cutaway::rt
