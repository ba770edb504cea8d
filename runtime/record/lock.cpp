// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// While a thread holds the lock, queue / 2 is exactly the number of threads in lock_slowly that
// cannot leave without being granted ownership. So hand_over, called by the holder, never hands the
// lock to nobody. When recording is over the lock means nothing any more: threads that still run
// the record flavour may hold it or not.
#include "runtime/record/lock.h"

#include <linux/futex.h>
#include <linux/membarrier.h>
#include <time.h>

#include "runtime/common/system.h"
#include "runtime/record/signals.h"

namespace cutaway::rt {
namespace {

constexpr uint32_t k_waiter = 2;
constexpr uint32_t k_granted = 1;
constexpr int k_spins = 100;

bool take_grant(InsideLock* lock) {
  uint32_t queue = __atomic_load_n(&lock->queue, __ATOMIC_SEQ_CST);
  while ((queue & k_granted) != 0) {
    if (__atomic_compare_exchange_n(&lock->queue, &queue, queue - k_granted - k_waiter, false,
                                    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
      return true;
    }
  }
  return false;
}

bool take_as_waiter(InsideLock* lock) {
  if (take_grant(lock)) return true;
  uint32_t expected = 0;
  if (__atomic_load_n(&lock->word, __ATOMIC_RELAXED) != 0 ||
      !__atomic_compare_exchange_n(&lock->word, &expected, 1, false, __ATOMIC_SEQ_CST,
                                   __ATOMIC_RELAXED)) {
    return false;
  }
  __atomic_fetch_sub(&lock->queue, k_waiter, __ATOMIC_SEQ_CST);
  return true;
}

// Leaves the queue. False: this thread was the only one to take a grant, and now owns the lock.
bool leave_queue(InsideLock* lock) {
  uint32_t queue = __atomic_load_n(&lock->queue, __ATOMIC_SEQ_CST);
  for (;;) {
    const bool must_own = queue == (k_waiter | k_granted);
    const uint32_t left = must_own ? 0 : queue - k_waiter;
    if (__atomic_compare_exchange_n(&lock->queue, &queue, left, false, __ATOMIC_SEQ_CST,
                                    __ATOMIC_SEQ_CST)) {
      return !must_own;
    }
  }
}

void sleep_for_release(InsideLock* lock, uint32_t sequence, long milliseconds) {
  timespec timeout{milliseconds / 1000, milliseconds % 1000 * 1'000'000};
  raw_syscall(SYS_futex, to_word(&lock->sequence), FUTEX_WAIT_PRIVATE, sequence, to_word(&timeout));
}

// When recording is over nobody writes and the lock protects nothing: go on without it.
bool is_over() { return __atomic_load_n(&g_state.alive, __ATOMIC_RELAXED) == 0; }

void sleep_a_millisecond() {
  timespec pause{0, 1'000'000};
  raw_syscall(SYS_nanosleep, to_word(&pause), 0);
}

// With `word` taken by a thread that is not the owner. Counts as a waiter, so that an owner that
// spins inside yields. False: the owner did not leave in time.
bool revoke_bias(InsideLock* lock, uint32_t milliseconds) {
  __atomic_fetch_add(&lock->queue, k_waiter, __ATOMIC_SEQ_CST);
  __atomic_store_n(&lock->is_shared, 1, __ATOMIC_SEQ_CST);
  raw_syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED);
  uint32_t waited = 0;
  while (__atomic_load_n(&lock->is_biased, __ATOMIC_ACQUIRE) != 0 && waited < milliseconds) {
    sleep_a_millisecond();
    waited += milliseconds != ~0u ? 1 : 0;
    if (is_over()) break;
  }
  __atomic_fetch_sub(&lock->queue, k_waiter, __ATOMIC_SEQ_CST);
  if (waited >= milliseconds) return false;
  lock->owner = nullptr;
  forbid_plain();
  return true;
}

// Runs handlers that came while the thread waited, as the outside code it still is.
bool run_signals_while_waiting(Context* context, InsideLock* lock) {
  if (!leave_queue(lock)) return false;
  set_side(context, k_side_outside);
  deliver_signals(context);
  set_side(context, k_side_runtime);
  __atomic_fetch_add(&lock->queue, k_waiter, __ATOMIC_SEQ_CST);
  return true;
}

}  // namespace

CUTAWAY_COLD void lock_slowly(Context* context) {
  InsideLock* lock = &g_state.lock;
  __atomic_fetch_add(&lock->queue, k_waiter, __ATOMIC_SEQ_CST);
  for (int attempt = 0;; attempt++) {
    const uint32_t sequence = __atomic_load_n(&lock->sequence, __ATOMIC_SEQ_CST);
    if (take_as_waiter(lock)) return;
    if (is_over() && leave_queue(lock)) return;
    if (attempt < k_spins) {
      __builtin_ia32_pause();
      continue;
    }
    if (context != nullptr && context->pending_count != 0) {
      if (!run_signals_while_waiting(context, lock)) return;
      continue;
    }
    sleep_for_release(lock, sequence, attempt == k_spins ? 1 : 50);
    __atomic_store_n(&lock->starving, 1, __ATOMIC_RELAXED);
  }
}

CUTAWAY_COLD void wake_waiter() {
  __atomic_fetch_add(&g_state.lock.sequence, 1, __ATOMIC_SEQ_CST);
  raw_syscall(SYS_futex, to_word(&g_state.lock.sequence), FUTEX_WAKE_PRIVATE, 1);
}

CUTAWAY_COLD bool hand_over() {
  InsideLock* lock = &g_state.lock;
  if (lock->is_biased != 0) return false;
  __atomic_store_n(&lock->starving, 0, __ATOMIC_RELAXED);
  uint32_t queue = __atomic_load_n(&lock->queue, __ATOMIC_SEQ_CST);
  do {
    if (queue < k_waiter) return false;
  } while (!__atomic_compare_exchange_n(&lock->queue, &queue, queue | k_granted, false,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  wake_waiter();
  return true;
}

bool start_lock() {
  return !is_error(raw_syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED));
}

void lock_aside() {
  InsideLock* lock = &g_state.lock;
  Context* context = t_context;
  if (context != nullptr && context == lock->owner) return lock_inside(context);
  uint32_t expected = 0;
  if (!__atomic_compare_exchange_n(&lock->word, &expected, 1, false, __ATOMIC_SEQ_CST,
                                   __ATOMIC_RELAXED)) {
    lock_slowly(nullptr);
  }
  if (lock->owner != nullptr) revoke_bias(lock, ~0u);
}

bool lock_inside_within(uint32_t milliseconds) {
  InsideLock* lock = &g_state.lock;
  Context* context = t_context;
  if (context != nullptr && context == lock->owner) {
    lock_inside(context);
    return true;
  }
  for (uint32_t waited = 0; waited <= milliseconds; waited++) {
    uint32_t expected = 0;
    if (__atomic_compare_exchange_n(&lock->word, &expected, 1, false, __ATOMIC_SEQ_CST,
                                    __ATOMIC_RELAXED)) {
      if (lock->owner == nullptr || revoke_bias(lock, milliseconds)) return true;
      __atomic_store_n(&lock->word, 0, __ATOMIC_SEQ_CST);
      return false;
    }
    sleep_a_millisecond();
  }
  return false;
}

}  // namespace cutaway::rt
