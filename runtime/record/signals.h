// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program's signal handlers run as outside code: a signal that arrives while its thread is
// inside waits for the next moment the thread is outside, or for a position.
#pragma once
#include <signal.h>

#include "runtime/common/system.h"
#include "runtime/record/state.h"

namespace cutaway::rt {

// For slow paths that hold the lock without being inside.
class BlockSignals {
 public:
  BlockSignals() {
    const uint64_t all = ~0ull;
    raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, to_word(&all), to_word(&saved_), 8);
  }
  ~BlockSignals() { raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, to_word(&saved_), 0, 8); }
  BlockSignals(const BlockSignals&) = delete;
  BlockSignals& operator=(const BlockSignals&) = delete;

 private:
  uint64_t saved_ = 0;
};

// Runs the handlers of signals that wait. The thread is outside and does not hold the lock.
void deliver_signals(Context* context);
CUTAWAY_INLINE void deliver_pending(Context* context) {
  if (CUTAWAY_UNLIKELY(context->pending_count != 0)) deliver_signals(context);
}

// Watches the signals that kill (constructor).
void start_signals();

// What the program installed for a signal: kept beside the kernel's action, which is ours.
struct ProgramAction {
  void* handler;
  int flags;
  uint64_t mask;
};
const ProgramAction& program_action(int signal);

// Kernel handlers. `receive_signal` stands for every handler of the program, `receive_fatal` for
// SIG_DFL of a signal that kills, `receive_alarm` makes signals that waited too long run.
void receive_signal(int signal, siginfo_t* info, void* frame);
void receive_fatal(int signal, siginfo_t* info, void* frame);
void receive_alarm(int signal, siginfo_t* info, void* frame);

// Installs a kernel handler behind the program's back. False if it failed.
bool install_handler(int signal, void (*handler)(int, siginfo_t*, void*), int flags);
void install_default(int signal);

// The signal the recorder uses for its own timer.
constexpr int k_alarm_signal = 64;

// Alternate stack for a thread that has none, so that a stack overflow is recorded too.
void give_alternate_stack(Context* context);
void take_alternate_stack(Context* context);

uint64_t pending_signals_bytes();

}  // namespace cutaway::rt
