// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sigaction, signal and sigaltstack as the program sees them. The kernel's table is the truth about
// *whether* a handler is installed (a vfork child shares our memory, but not that table); ours only
// says which one stands behind receive_signal.
#include "runtime/record/signals.h"

#include "runtime/record/state.h"

extern "C" int __sigaction(int, const struct sigaction*, struct sigaction*);

namespace cutaway::rt {

namespace {

constexpr int k_signals = 65;
constexpr uint64_t k_alternate_bytes = 64 << 10;

ProgramAction g_actions[k_signals];
bool g_is_watching;

constexpr int k_fatal_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};

bool is_fatal_signal(int signal) {
  for (const int fatal : k_fatal_signals) {
    if (fatal == signal) return true;
  }
  return false;
}

uint64_t first_word(const sigset_t& set) {
  uint64_t word;
  __builtin_memcpy(&word, &set, sizeof(word));
  return word;
}

void* handler_of(const struct sigaction& action) {
  return reinterpret_cast<void*>(action.sa_sigaction);
}

// The kernel's action in the program's words.
void translate_old(int signal, struct sigaction* action) {
  const void* handler = handler_of(*action);
  const bool is_ours = handler == reinterpret_cast<void*>(receive_signal);
  const bool is_default = handler == reinterpret_cast<void*>(receive_fatal) ||
                          handler == reinterpret_cast<void*>(receive_alarm);
  if (is_ours) {
    const ProgramAction& program = g_actions[signal];
    action->sa_sigaction = reinterpret_cast<void (*)(int, siginfo_t*, void*)>(program.handler);
    action->sa_flags = program.flags;
  } else if (is_default) {
    *action = {};
    action->sa_handler = SIG_DFL;
  }
}

int change_action(int signal, const struct sigaction* wanted, struct sigaction* old) {
  struct sigaction before{};
  if (__sigaction(signal, nullptr, &before) != 0) return -1;
  const bool is_default = wanted->sa_handler == SIG_DFL;
  const bool is_handler = !is_default && wanted->sa_handler != SIG_IGN;
  const ProgramAction saved = g_actions[signal];
  struct sigaction kernel = *wanted;
  if (is_handler) {
    g_actions[signal] = {handler_of(*wanted), wanted->sa_flags, first_word(wanted->sa_mask)};
    kernel.sa_sigaction = receive_signal;
    kernel.sa_flags |= SA_SIGINFO;
  } else if (is_default && is_fatal_signal(signal)) {
    kernel.sa_sigaction = receive_fatal;
    kernel.sa_flags = SA_SIGINFO | SA_ONSTACK;
  } else if (is_default && before.sa_sigaction == receive_alarm) {
    kernel = before;
  }
  if (__sigaction(signal, &kernel, nullptr) != 0) {
    g_actions[signal] = saved;
    return -1;
  }
  if (old != nullptr) {
    const ProgramAction installed = g_actions[signal];
    g_actions[signal] = saved;
    translate_old(signal, &before);
    g_actions[signal] = installed;
    *old = before;
  }
  return 0;
}

}  // namespace

const ProgramAction& program_action(int signal) { return g_actions[signal]; }

bool install_handler(int signal, void (*handler)(int, siginfo_t*, void*), int flags) {
  struct sigaction action{};
  action.sa_sigaction = handler;
  action.sa_flags = flags | SA_SIGINFO;
  return __sigaction(signal, &action, nullptr) == 0;
}

void install_default(int signal) {
  struct sigaction action{};
  action.sa_handler = SIG_DFL;
  __sigaction(signal, &action, nullptr);
}

void start_signals() {
  g_is_watching = true;
  for (const int signal : k_fatal_signals) {
    struct sigaction action{};
    if (__sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_DFL) {
      install_handler(signal, receive_fatal, SA_ONSTACK);
    }
  }
}

void give_alternate_stack(Context* context) {
  stack_t current{};
  raw_syscall(SYS_sigaltstack, 0, to_word(&current));
  if ((current.ss_flags & SS_DISABLE) == 0) return;
  if (context->alternate_stack == nullptr) {
    context->alternate_stack = sys_map(0, k_alternate_bytes, PROT_READ | PROT_WRITE,
                                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE);
  }
  if (context->alternate_stack == nullptr) return;
  stack_t ours{};
  ours.ss_sp = context->alternate_stack;
  ours.ss_size = k_alternate_bytes;
  raw_syscall(SYS_sigaltstack, to_word(&ours), 0);
}

void take_alternate_stack(Context* context) {
  stack_t current{};
  raw_syscall(SYS_sigaltstack, 0, to_word(&current));
  if (current.ss_sp != context->alternate_stack || current.ss_sp == nullptr) return;
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  raw_syscall(SYS_sigaltstack, to_word(&none), 0);
}

// --- What the program calls -------------------------------------------------------------------

CUTAWAY_EXPORT int sigaction(int signal, const struct sigaction* wanted, struct sigaction* old) {
  const bool is_plain = !g_is_watching || signal <= 0 || signal >= k_signals;
  if (is_plain) return __sigaction(signal, wanted, old);
  if (wanted != nullptr) {
    const struct sigaction copy = *wanted;  // `old` may be the same object
    BlockSignals block;
    return change_action(signal, &copy, old);
  }
  const int result = __sigaction(signal, nullptr, old);
  if (result == 0 && old != nullptr) translate_old(signal, old);
  return result;
}

static sighandler_t install_simple(int signal, sighandler_t handler, int flags, bool is_masked) {
  struct sigaction wanted{};
  struct sigaction old{};
  wanted.sa_handler = handler;
  wanted.sa_flags = flags;
  if (is_masked) sigaddset(&wanted.sa_mask, signal);
  if (handler == SIG_ERR || signal <= 0 || signal >= k_signals) {
    errno = EINVAL;
    return SIG_ERR;
  }
  return sigaction(signal, &wanted, &old) == 0 ? old.sa_handler : SIG_ERR;
}

CUTAWAY_EXPORT sighandler_t signal(int signal, sighandler_t handler) noexcept {
  return install_simple(signal, handler, SA_RESTART, true);
}
CUTAWAY_EXPORT sighandler_t bsd_signal(int signal, sighandler_t handler) {
  return install_simple(signal, handler, SA_RESTART, true);
}
CUTAWAY_EXPORT sighandler_t ssignal(int signal, sighandler_t handler) noexcept {
  return install_simple(signal, handler, SA_RESTART, true);
}
CUTAWAY_EXPORT sighandler_t sysv_signal(int signal, sighandler_t handler) noexcept {
  return install_simple(signal, handler, static_cast<int>(SA_RESETHAND | SA_NODEFER), false);
}
CUTAWAY_EXPORT sighandler_t __sysv_signal(int signal, sighandler_t handler) noexcept {
  return install_simple(signal, handler, static_cast<int>(SA_RESETHAND | SA_NODEFER), false);
}

CUTAWAY_EXPORT int sigaltstack(const stack_t* wanted, stack_t* old) noexcept {
  const long result = raw_syscall(SYS_sigaltstack, to_word(wanted), to_word(old));
  if (is_error(result)) {
    errno = static_cast<int>(-result);
    return -1;
  }
  Context* context = t_context;
  if (context == nullptr || context->alternate_stack == nullptr) return 0;
  if (old != nullptr && old->ss_sp == context->alternate_stack) {
    old->ss_sp = nullptr;
    old->ss_size = 0;
    old->ss_flags = SS_DISABLE;
  }
  if (wanted != nullptr && (wanted->ss_flags & SS_DISABLE) != 0) give_alternate_stack(context);
  return 0;
}

}  // namespace cutaway::rt
