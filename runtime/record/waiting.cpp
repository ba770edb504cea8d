// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/record/waiting.h"

#include "runtime/record/crossings.h"
#include "runtime/record/short_events.h"

namespace cutaway::rt {

CUTAWAY_NOINLINE void log_waiting_incall(Context* context) {
  CutawayFunction* function = context->waiting;
  function->waits_in_vain = 1;
  // A death between these and the event loses the incall; the other way round it would be there
  // twice.
  context->waiting = nullptr;
  __atomic_store_n(&g_state.header->waiting, 0, __ATOMIC_RELEASE);
  push_crossing(context, k_crossing_incall, context->waiting_sp, function);
  top_crossing(context)->inside_sp = context->waiting_inside_sp;
  write_short(k_raw_incall, function->id, context->waiting_slots, function->arg_slots,
              function->last);
  if (function->is_brief != 0) start_segment(context);
}

}  // namespace cutaway::rt
