// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The replayed recording ends: the small one ends in the same way, as if the recorder had been
// there.
#include "runtime/replay/ending.h"
#include "runtime/record/log.h"
#include "runtime/replay/module_map.h"
#include "runtime/replay/runtime.h"
#include "runtime/zoom/zoom.h"

namespace cutaway::rt {
namespace {

uint64_t decode_place(uint64_t word) {
  return word >> k_module_bits != 0 && word >> k_module_bits <= g_modules.recorded_count
             ? g_modules.decode(word)
             : word;
}

// A thread that was never in S has no context, and the recorder would not name it.
const Context* failing_context() {
  if (g_thread == nullptr) return nullptr;
  const Context* context = context_of(*g_thread);
  const bool was_inside = context->crossings[0].sp != 0;
  return was_inside ? context : nullptr;
}

}  // namespace

void finish_runtime(Event end) {
  if (end.kind() == k_event_failure) {
    write_failure(failing_context(), end.ident(), static_cast<int64_t>(end.payload()[0]),
                  fault_address(end), decode_place(end.payload()[2]));
  } else if (end.kind() == k_event_truncated) {
    stop_recording(end.ident(), end.payload_words() != 0 ? end.text(0) : "");
  } else if (end.kind() == k_event_exit) {
    finish_log();
  }
}

}  // namespace cutaway::rt
