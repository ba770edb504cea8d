// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/replay/signals.h"

#include <signal.h>
#include <ucontext.h>
#include <initializer_list>

#include "runtime/common/rt.h"
#include "runtime/common/system.h"
#include "runtime/replay/ending.h"
#include "runtime/replay/engine.h"
#include "runtime/replay/own_memory.h"
#include "runtime/replay/recorded_memory.h"
#include "runtime/replay/report.h"
#include "runtime/replay/runtime.h"

namespace cutaway::rt {
namespace {

constexpr uint64_t k_signal_stack_bytes = 256 << 10;
constexpr int k_seccomp_code = 1;  // SYS_SECCOMP

bool is_write_access(const ucontext_t* context) {
  return (context->uc_mcontext.gregs[REG_ERR] & 2) != 0;
}

// True if the access can be repeated now.
bool repair_fault(uint64_t address, int code, bool is_write) {
  if (code == SEGV_MAPERR) return map_on_demand(address);
  if (code != SEGV_ACCERR || is_write) return false;
  const Event next = g_stream.next();
  const bool is_recorded_fault = next.kind() == k_event_failure && fault_address(next) == address;
  return !is_recorded_fault && permit_read(address);
}

void on_signal(int signal, siginfo_t* info, void* data) {
  const auto* context = static_cast<const ucontext_t*>(data);
  const int saved_errno = errno;
  if (repair_access(signal, info, data)) {
    errno = saved_errno;
    return;
  }
  const uint64_t address = to_word(info->si_addr);
  const bool is_write = is_write_access(context);
  if (signal == SIGSEGV && repair_fault(address, info->si_code, is_write)) {
    errno = saved_errno;
    return;
  }
  land_after_fault();
  if (signal == SIGSYS && info->si_code == k_seccomp_code) {
    report_divergence({.what = "system call",
                       .actual = static_cast<uint64_t>(info->si_syscall),
                       .has_actual = true,
                       .actual_text = "blocked by the sandbox"});
  }
  end_by_signal(static_cast<uint32_t>(signal), address, is_write);
}

}  // namespace

void install_signal_handlers() {
  stack_t stack{};
  stack.ss_sp = own_allocate(k_signal_stack_bytes);
  stack.ss_size = k_signal_stack_bytes;
  sigaltstack(&stack, nullptr);
  struct sigaction action{};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigset_t unblocked;
  sigemptyset(&unblocked);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS}) {
    sigaction(signal, &action, nullptr);
    sigaddset(&unblocked, signal);
  }
  sigprocmask(SIG_UNBLOCK, &unblocked, nullptr);
}

}  // namespace cutaway::rt
