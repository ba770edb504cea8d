// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inside lock: barging when nobody starves (a thread that leaves and comes back at once keeps
// its pace), handed over fairly when a waiter has waited a millisecond or a thread yields.
//
// As long as one thread only has been inside, the lock is biased to it: it takes and releases the
// lock by plain stores. Whoever else needs the lock takes `word`, then revokes the bias for good:
// is_shared is set, membarrier makes the owner see it or us see is_biased, and we wait until that
// is 0.
#pragma once
#include "runtime/record/state.h"

namespace cutaway::rt {

// `context` may be null (then signals are blocked by the caller).
void lock_slowly(Context* context);
// For threads that are not inside and may have no context; signals are blocked by the caller.
void lock_aside();
bool start_lock();  // constructor
void wake_waiter();
// Gives the lock to a waiter, if there is one. False: the caller still has it.
bool hand_over();

CUTAWAY_INLINE bool has_waiters() {
  return __atomic_load_n(&g_state.lock.queue, __ATOMIC_RELAXED) > 1;
}

CUTAWAY_INLINE void release_bias() {
  __atomic_store_n(&g_state.lock.is_biased, 0, __ATOMIC_RELEASE);
}

// For the owner. False: the bias is being revoked.
CUTAWAY_INLINE bool take_bias() {
  __atomic_store_n(&g_state.lock.is_biased, 1, __ATOMIC_RELAXED);
  compiler_barrier();
  if (CUTAWAY_LIKELY(__atomic_load_n(&g_state.lock.is_shared, __ATOMIC_RELAXED) == 0)) return true;
  release_bias();
  return false;
}

CUTAWAY_INLINE void lock_inside(Context* context) {
  if (CUTAWAY_LIKELY(g_state.lock.owner == context) && CUTAWAY_LIKELY(take_bias())) return;
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
  if (CUTAWAY_LIKELY(g_state.lock.is_biased != 0)) return release_bias();
  if (CUTAWAY_UNLIKELY(g_state.lock.starving != 0) && hand_over()) return;
  __atomic_exchange_n(&g_state.lock.word, 0, __ATOMIC_SEQ_CST);
  if (CUTAWAY_UNLIKELY(__atomic_load_n(&g_state.lock.queue, __ATOMIC_SEQ_CST) != 0)) wake_waiter();
}

// Takes the lock within about `milliseconds`, for a thread that is about to die.
bool lock_inside_within(uint32_t milliseconds);

}  // namespace cutaway::rt
