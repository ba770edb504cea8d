// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plain crossings: nothing is needed but a short event and the lock, which is biased to the thread.
// That is nearly all of them, as long as one thread is inside.
#pragma once
#include "runtime/record/crossings.h"
#include "runtime/record/short_events.h"

namespace cutaway::rt {

// Whether the thread's crossings are plain is asked once: g_state.plain_thread says whose are. The
// long way sets it (`allow_plain`) when all that follows holds; whoever changes something of it
// clears it
// (`forbid_plain`), and the next crossing goes the long way:
//   - the lock is biased to the thread, and the last events were its own;
//   - no module may have been loaded, exit() has not come, stores are not checked (--verify), and
//     events are not counted (--max-events).
// Other threads clear it, too: as long as the lock is biased, they only may be late, as with what
// they have changed.

// Needs the inside lock.
void allow_plain(Context* context);

CUTAWAY_INLINE bool is_plain_thread(const Context* context) {
  return __atomic_load_n(&g_state.plain_thread, __ATOMIC_RELAXED) == context->thread;
}

// Room for a short event; there is none when recording is over.
CUTAWAY_INLINE bool can_cross_plainly(const Context* context, const uint64_t* last) {
  return CUTAWAY_LIKELY(is_plain_thread(context)) && CUTAWAY_LIKELY(last != nullptr) &&
         CUTAWAY_LIKELY(has_short_room());
}

// Whether the outside can come in; the lock is to be taken afterwards.
CUTAWAY_INLINE bool can_come_in_plainly(const Context* context, const uint64_t* last) {
  return can_cross_plainly(context, last) && CUTAWAY_LIKELY(context->side == k_side_outside);
}

CUTAWAY_INLINE bool can_enter_plainly(const Context* context, const CutawayFunction* function,
                                      uint64_t sp) {
  if (!can_come_in_plainly(context, function->last)) return false;
  if (CUTAWAY_UNLIKELY(!has_room(context))) return false;
  const Crossing* top = top_crossing(context);
  return CUTAWAY_LIKELY(sp < top->sp) && CUTAWAY_LIKELY(top->kind != k_crossing_incall);
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
