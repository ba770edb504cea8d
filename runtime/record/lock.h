// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inside lock: barging when nobody starves (a thread that leaves and comes back at once keeps
// its pace), handed over fairly when a waiter has waited a millisecond or a thread yields.
#pragma once
#include "runtime/record/state.h"

namespace cutaway::rt {

// `context` may be null (then signals are blocked by the caller).
void lock_slowly(Context* context);
void wake_waiter();
// Gives the lock to a waiter, if there is one. False: the caller still has it.
bool hand_over();

CUTAWAY_INLINE bool has_waiters() {
  return __atomic_load_n(&g_state.lock.queue, __ATOMIC_RELAXED) > 1;
}

CUTAWAY_INLINE void lock_inside(Context* context) {
  uint32_t expected = 0;
  if (CUTAWAY_LIKELY(__atomic_compare_exchange_n(&g_state.lock.word, &expected, 1, false,
                                                 __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))) {
    return;
  }
  lock_slowly(context);
}

void mark_exit();  // log.cpp

CUTAWAY_INLINE void unlock_inside() {
  if (CUTAWAY_UNLIKELY(g_state.exiting != 0)) mark_exit();
  if (CUTAWAY_UNLIKELY(g_state.lock.starving != 0) && hand_over()) return;
  __atomic_exchange_n(&g_state.lock.word, 0, __ATOMIC_SEQ_CST);
  if (CUTAWAY_UNLIKELY(__atomic_load_n(&g_state.lock.queue, __ATOMIC_SEQ_CST) != 0)) wake_waiter();
}

// Takes the lock within about `milliseconds`, for a thread that is about to die.
bool lock_inside_within(uint32_t milliseconds);

}  // namespace cutaway::rt
