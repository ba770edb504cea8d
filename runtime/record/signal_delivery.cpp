// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When a handler of the program runs. While the thread is outside: at once. While it is inside or
// in a hook: a fault of its own at once (nothing else can happen), everything else later: in the
// next outcall or at the end of the incall, where handlers are outside code like any other, or at a
// position, as a yield. A signal that could not run for a second ends the recording and runs:
// the program matters more.
#include <string.h>
#include <time.h>
#include <ucontext.h>

#include "runtime/record/crossings.h"
#include "runtime/record/low_memory.h"
#include "runtime/record/modules.h"
#include "runtime/record/signals.h"
#include "runtime/record/waiting.h"

namespace cutaway::rt {

namespace {

constexpr uint32_t k_max_pending = 64;
constexpr uint64_t k_kernel_frame_bytes = 304;  // struct ucontext of the kernel, without FPU state

struct PendingSignal {
  int signal;
  siginfo_t info;
  unsigned char frame[k_kernel_frame_bytes];
};

}  // namespace

struct PendingSignals {
  uint32_t head;
  bool has_timer;
  int timer;
  PendingSignal ring[k_max_pending];
};

uint64_t pending_signals_bytes() { return sizeof(PendingSignals); }

namespace {

bool is_fault(int signal, const siginfo_t* info) {
  if (signal == SIGABRT) return true;  // abort() goes on, and ends, if the handler does not run now
  const bool can_be = signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE ||
                      signal == SIGILL || signal == SIGTRAP || signal == SIGSYS;
  return can_be && info->si_code > 0;
}

void call_handler(const ProgramAction& action, int signal, siginfo_t* info, void* frame) {
  if ((action.flags & SA_SIGINFO) != 0) {
    reinterpret_cast<void (*)(int, siginfo_t*, void*)>(action.handler)(signal, info, frame);
  } else {
    reinterpret_cast<void (*)(int)>(action.handler)(signal);
  }
}

// The handler is outside code above whatever crossing is open. It may run on another stack, so a
// crossing of its own separates it.
void call_outside(Context* context, int signal, siginfo_t* info, void* frame) {
  const ProgramAction action = program_action(signal);
  if (context == nullptr || context->depth == 0 || !has_room(context)) {
    return call_handler(action, signal, info, frame);
  }
  const uint32_t depth = context->depth;
  push_crossing(context, k_crossing_handler, reinterpret_cast<uint64_t>(__builtin_frame_address(0)),
                nullptr);
  call_handler(action, signal, info, frame);
  while (context->depth > depth) pop_crossing(context);
}

void arm_timer(PendingSignals* pending, long milliseconds) {
  if (!pending->has_timer) {
    struct sigaction old{};
    sigaction(k_alarm_signal, nullptr, &old);
    const bool is_free = old.sa_handler == SIG_DFL && (old.sa_flags & SA_SIGINFO) == 0;
    if (is_free) install_handler(k_alarm_signal, receive_alarm, SA_RESTART | SA_ONSTACK);
    if (!is_free && old.sa_handler == SIG_IGN) return;
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = k_alarm_signal;
    event.sigev_value.sival_ptr = pending;
    event._sigev_un._tid = static_cast<int>(sys_thread_id());
    pending->has_timer = !is_error(
        raw_syscall(SYS_timer_create, CLOCK_MONOTONIC, to_word(&event), to_word(&pending->timer)));
  }
  if (!pending->has_timer) return;
  itimerspec when{};
  when.it_value.tv_sec = milliseconds / 1000;
  when.it_value.tv_nsec = milliseconds % 1000 * 1'000'000;
  raw_syscall(SYS_timer_settime, pending->timer, 0, to_word(&when), 0);
}

void disarm_timer(PendingSignals* pending) {
  if (!pending->has_timer) return;
  raw_syscall(SYS_timer_delete, pending->timer);
  pending->has_timer = false;
}

// Runs in signal context; the ring is only touched by this thread.
void queue_signal(Context* context, int signal, const siginfo_t* info, const void* frame) {
  PendingSignals* pending = context->pending;
  if (context->pending_count == k_max_pending) return;  // as the kernel does when its queue is full
  PendingSignal* entry = &pending->ring[(pending->head + context->pending_count) % k_max_pending];
  entry->signal = signal;
  entry->info = *info;
  memcpy(entry->frame, frame, sizeof(entry->frame));
  context->pending_count++;
  if (context->pending_count == 1) arm_timer(pending, 1000);
}

// Only woven code was interrupted, no hook: then state and log are consistent and the thread holds
// the lock.
bool is_between_hooks(const Context* context, const void* frame) {
  const auto pc = static_cast<const ucontext_t*>(frame)->uc_mcontext.gregs[REG_RIP];
  return context->side == k_side_inside && is_woven_address(static_cast<uint64_t>(pc));
}

}  // namespace

// The handler is outside code in the middle of a segment, and may never return: it runs without
// the lock. What it changes in memory is found by loads, as ever; but if another thread went inside
// meanwhile, the replayer would not know when.
static void run_fault_handler(Context* context, int signal, siginfo_t* info, void* frame) {
  const uint32_t side = context->side;
  if (side == k_side_inside) {
    log_waiting(context);
    unlock_inside();
    set_side(context, k_side_outside);
  }
  context->in_fault_handler++;
  call_handler(program_action(signal), signal, info, frame);
  context->in_fault_handler--;
  if (side != k_side_inside) return;
  set_side(context, k_side_runtime);
  lock_inside(context);
  if (g_state.last_thread != context->ident) {
    stop_recording(k_truncated_unsupported,
                   "another thread went inside while the handler of a fault in the inside ran");
  }
  set_side(context, k_side_inside);
}

CUTAWAY_COLD void deliver_signals(Context* context) {
  KeepErrno keep;
  PendingSignals* pending = context->pending;
  while (context->pending_count != 0) {
    PendingSignal entry;
    uint64_t saved_mask;
    {
      BlockSignals block;
      if (context->pending_count == 0) break;
      entry = pending->ring[pending->head];
      pending->head = (pending->head + 1) % k_max_pending;
      if (--context->pending_count == 0) disarm_timer(pending);
    }
    const ProgramAction& action = program_action(entry.signal);
    uint64_t mask = action.mask;
    if ((action.flags & SA_NODEFER) == 0) mask |= 1ull << (entry.signal - 1);
    raw_syscall(SYS_rt_sigprocmask, SIG_BLOCK, to_word(&mask), to_word(&saved_mask), 8);
    ucontext_t frame{};
    memcpy(&frame, entry.frame, sizeof(entry.frame));
    frame.uc_mcontext.fpregs = &frame.__fpregs_mem;
    call_outside(context, entry.signal, &entry.info, &frame);
    raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, to_word(&saved_mask), 0, 8);
  }
}

void receive_alarm(int, siginfo_t*, void* frame) {
  Context* context = t_context;
  if (context == nullptr || context->pending_count == 0) return;
  if (context->side == k_side_outside) return;  // they are being delivered
  if (!is_between_hooks(context, frame)) return arm_timer(context->pending, 10);
  log_waiting(context);
  stop_recording(k_truncated_unsupported, "a signal arrived in a long computation of the inside");
  unlock_inside();
  set_side(context, k_side_outside);
  deliver_signals(context);
  if (context->side == k_side_outside) set_side(context, k_side_inside);
}

void receive_signal(int signal, siginfo_t* info, void* frame) {
  if (CUTAWAY_UNLIKELY(step_over_low_access(signal, info, frame))) return;
  Context* context = t_context;
  if (context == nullptr || context->side == k_side_outside) {
    return call_outside(context, signal, info, frame);
  }
  const bool is_alarm = info->si_code == SI_TIMER && info->si_ptr == context->pending;
  if (is_alarm) return receive_alarm(signal, info, frame);
  if (!is_fault(signal, info)) return queue_signal(context, signal, info, frame);
  run_fault_handler(context, signal, info, frame);
}

}  // namespace cutaway::rt
