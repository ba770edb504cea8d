// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A signal that kills: recorded, then left to its default action, so that exit status and core
// dump are what they would have been.
#include <ucontext.h>

#include "runtime/record/lock.h"
#include "runtime/record/log.h"
#include "runtime/record/low_memory.h"
#include "runtime/record/signals.h"
#include "runtime/record/waiting.h"

namespace cutaway::rt {

namespace {

constexpr uint32_t k_patience_ms = 1000;

// The faulting instruction runs again when the handler returns; other signals must be sent again.
bool happens_again(int signal, const siginfo_t* info) {
  const bool is_fault =
      signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL;
  return is_fault && info->si_code > 0 && info->si_code != SI_KERNEL;
}

}  // namespace

void receive_fatal(int signal, siginfo_t* info, void* frame) {
  if (step_over_low_access(signal, info, frame)) return;
  const auto* registers = &static_cast<const ucontext_t*>(frame)->uc_mcontext;
  Context* context = t_context;
  const bool is_owner = context != nullptr && context->side == k_side_inside;
  if (g_state.alive != 0 && (is_owner || lock_inside_within(k_patience_ms))) {
    if (is_owner) log_waiting(context);
    const uint64_t address = info->si_code > 0 ? reinterpret_cast<uint64_t>(info->si_addr) : 0;
    write_failure(context, static_cast<uint32_t>(signal), info->si_code, address,
                  static_cast<uint64_t>(registers->gregs[REG_RIP]));
    if (!is_owner) unlock_inside();
  }
  install_default(signal);
  if (!happens_again(signal, info)) {
    raw_syscall(SYS_tgkill, sys_process_id(), sys_thread_id(), signal);
  }
}

}  // namespace cutaway::rt
