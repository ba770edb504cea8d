// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Answers for a run that departs from its recording, because calls that came before are missing.
//
// An outcall is answered by the next one of the recording if that has the same callee; else the
// rest of the incall is searched for one (with the same arguments if there is one), and what is
// passed over is not used again. Thus a loop that runs less often stays in step (JINSI, Algorithm
// 1). What the outside wrote in what is passed over is written all the same. No such outcall: the
// test is unresolved, unless the function can run for real.
#pragma once
#include "runtime/common/rt.h"
#include "runtime/replay/exceptions.h"
#include "runtime/replay/thread.h"

namespace cutaway::rt {

struct ResyncOptions {
  bool learns;    // a run of the whole recording: live functions must do what it says
  bool has_live;  // functions of libraries run for real
  bool replaces;  // doubtful answers are replaced by `replacement`
  uint64_t replacement;
  bool reads_numbers;  // strtol and the like run for real
};
extern ResyncOptions g_resync;

// Before the first event: looks how the recording ends.
void prepare_resync();

// Answers were taken from further on in the stream than the next one.
bool has_skipped_outcalls();

void resync_outcall(void* context, const CutawaySite* site, const void* callee,
                    const uint64_t* arguments, uint64_t* results);
void resync_value(void* context, const CutawaySite* site, uint64_t* slots);
void resync_throwing(void* context, const void* object, const void* typeinfo);

}  // namespace cutaway::rt
