// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a zoom prepares before the first event: the recorder, in a process laid out for both.
#include "runtime/common/options.h"
#include "runtime/record/log.h"
#include "runtime/record/low_memory.h"
#include "runtime/record/modules.h"
#include "runtime/record/shadow.h"
#include "runtime/replay/report.h"
#include "runtime/replay/runtime.h"
#include "runtime/replay/segment.h"
#include "runtime/zoom/zoom.h"

namespace cutaway::rt {
namespace {

int g_log_fd = -1;

}  // namespace

// The shadow lies where a replay has its libraries and stacks; and these must have a shadow,
// because S may read them. So they lie in the tracked range, between the inside stacks and where
// the recorded process had its libraries.
// Of endless recursion all is recorded again that the stack has room for.
const Places k_places = {
    0x680000000000ull, 0x1000ull << 32, {0x680000000000ull, 0x700000000000ull}, false, 64ull << 20};

void prepare_runtime(const Options& options) {
  if (options.zoom_log == nullptr || options.zoom_functions == nullptr)
    fail_to_start("nothing to zoom to");
  if (!reserve_shadow()) fail_to_start("the shadow range is taken or may not be reserved");
  Options recorder = options;
  recorder.log = options.zoom_log;
  recorder.verify = options.verify || g_stream.verify;
  g_verify = recorder.verify ? 1 : 0;
  const char* why = nullptr;
  if (!open_log(recorder, &why)) fail_to_start(why, recorder.log);
  read_zoomed_functions(options.zoom_functions);
  if (!refresh_modules(&why)) fail_to_start(why);
  define_zoomed_functions();
  g_log_fd = keep_log_open();
}

int log_descriptor() { return g_log_fd; }

bool repair_access(int signal, siginfo_t* info, void* frame) {
  return step_over_low_access(signal, info, frame);
}

void before_incall(const uint64_t*, uint64_t) {}
bool before_patch(Event, uint64_t, const void*, uint64_t) { return true; }
void after_patch(uint64_t, uint64_t) {}
bool write_fresh(uint64_t address, uint64_t size) { return fill_fresh(address, size); }

bool finish_otherwise(ReplayThread&, uint32_t, const Thrown&, const uint64_t*) { return false; }
bool is_uncaught(Event) { return false; }
void end_by_terminate() {}

// The recorder does it when it looks at the modules.
void attach_module(CutawayModule*) {}

}  // namespace cutaway::rt
