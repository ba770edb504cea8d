// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plain crossings: nothing is needed but a short event and the lock, which is biased to the thread.
// That is nearly all of them, as long as one thread is inside.
#pragma once
#include "runtime/record/crossings.h"
#include "runtime/record/modules.h"
#include "runtime/record/short_events.h"

namespace cutaway::rt {

// Room for a short event that stands for two at most; there is none when recording is over.
CUTAWAY_INLINE bool has_plain_room() {
  if (CUTAWAY_UNLIKELY(!has_short_room())) return false;
  return CUTAWAY_LIKELY(g_state.events_left >= 2);
}

// Whether the outside can come in. The lock is to be taken afterwards: as long as it is biased to
// this thread, nobody else changes what is read here.
CUTAWAY_INLINE bool can_come_in_plainly(const Context* context, const uint64_t* last) {
  return CUTAWAY_LIKELY(last != nullptr) && CUTAWAY_LIKELY(context->side == k_side_outside) &&
         CUTAWAY_LIKELY(!are_modules_suspect(context)) &&
         CUTAWAY_LIKELY(context->woven.verify == 0) &&
         CUTAWAY_LIKELY(g_state.lock.owner == context) &&
         CUTAWAY_LIKELY(g_state.last_thread == context->ident) && has_plain_room();
}

CUTAWAY_INLINE bool can_enter_plainly(const Context* context, const CutawayFunction* function,
                                      uint64_t sp) {
  if (!can_come_in_plainly(context, function->last)) return false;
  if (context->depth == 0) return true;
  if (CUTAWAY_UNLIKELY(!has_room(context))) return false;
  const Crossing* top = &context->crossings[context->depth - 1];
  return CUTAWAY_LIKELY(sp < top->sp) && CUTAWAY_LIKELY(top->kind != k_crossing_incall);
}

// Whether the inside can go out.
CUTAWAY_INLINE bool can_go_out_plainly(const Context* context, const uint64_t* last) {
  return CUTAWAY_LIKELY(last != nullptr) && CUTAWAY_LIKELY(context->woven.verify == 0) &&
         CUTAWAY_LIKELY(g_state.lock.is_biased != 0) && CUTAWAY_LIKELY(g_state.exiting == 0) &&
         has_plain_room();
}

CUTAWAY_INLINE bool take_bias_plainly(Context* context) {
  set_side(context, k_side_runtime);
  if (CUTAWAY_LIKELY(take_bias())) return true;
  set_side(context, k_side_outside);
  return false;
}

CUTAWAY_INLINE void go_outside_plainly(Context* context) {
  release_bias();
  set_side(context, k_side_outside);
  deliver_pending(context);
}

}  // namespace cutaway::rt
