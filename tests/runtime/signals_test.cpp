// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>
#include <vector>

#include "fake_program.h"

using namespace cutaway;

static volatile int g_handled;
static void count_signal(int) { g_handled = g_handled + 1; }

static int wait_status(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

static std::vector<uint32_t> crossing_kinds(const RecordedRun& run) {
  std::vector<uint32_t> kinds;
  for (const Event& event : run.events) {
    const bool is_kept = event.kind >= k_event_thread && event.kind != k_event_exit;
    if (is_kept) kinds.push_back(event.kind);
  }
  return kinds;
}

SCENARIO(signal_waits_for_outcall) {
  signal(SIGUSR1, count_signal);
  bool was_deferred = false;
  bool has_run = false;
  inside([&](CutawayContext* context) {
    raise(SIGUSR1);
    was_deferred = g_handled == 0;
    outside(context, [&] { has_run = g_handled == 1; });
  });
  return was_deferred && has_run ? 0 : 1;
}

TEST(RecordSignals, WaitForTheNextOutcall) {
  EXPECT_EQ(record("signal_waits_for_outcall").status, 0);
}

SCENARIO(signal_at_position) {
  signal(SIGUSR1, count_signal);
  inside([&](CutawayContext* context) {
    raise(SIGUSR1);
    while (g_handled == 0) counted_access(context);
  });
  return 0;
}

TEST(RecordSignals, RunAtAPositionAsAYield) {
  const RecordedRun run = record("signal_at_position");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(crossing_kinds(run),
            (std::vector<uint32_t>{k_event_thread, k_event_incall, k_event_yield, k_event_thread,
                                   k_event_incall_return}));
  EXPECT_EQ(run.of(k_event_yield)[0].ident, 64u);
}

SCENARIO(signal_in_long_computation) {
  signal(SIGALRM, count_signal);
  inside([&](CutawayContext*) {
    alarm(1);
    while (g_handled == 0) {
    }
  });
  return inside([](CutawayContext*) {}) ? 1 : 0;
}

TEST(RecordSignals, AreNotLostInALongComputation) {
  const RecordedRun run = record("signal_in_long_computation");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.events.back().kind, static_cast<uint32_t>(k_event_truncated));
}

static std::vector<int> g_order;
static void note_order(int, siginfo_t* info, void*) { g_order.push_back(info->si_value.sival_int); }
SCENARIO(realtime_order) {
  struct sigaction action{};
  action.sa_sigaction = note_order;
  action.sa_flags = SA_SIGINFO;
  g_order.reserve(10);
  sigaction(SIGRTMIN + 2, &action, nullptr);
  inside([&](CutawayContext*) {
    for (int i = 1; i <= 5; i++) {
      sigval value{};
      value.sival_int = i;
      sigqueue(getpid(), SIGRTMIN + 2, value);
    }
  });
  return g_order == std::vector<int>{1, 2, 3, 4, 5} ? 0 : 1;
}

TEST(RecordSignals, KeepRealTimeOrderAndInformation) {
  EXPECT_EQ(record("realtime_order").status, 0);
}

SCENARIO(action_is_reported) {
  struct sigaction old{};
  sigaction(SIGSEGV, nullptr, &old);
  const bool is_default = old.sa_handler == SIG_DFL && old.sa_flags == 0;
  const bool was_default = signal(SIGUSR1, count_signal) == SIG_DFL;
  sigaction(SIGUSR1, nullptr, &old);
  const bool is_own = old.sa_handler == count_signal && (old.sa_flags & SA_SIGINFO) == 0;
  const bool is_returned =
      signal(SIGUSR1, SIG_IGN) == count_signal && signal(SIGUSR1, SIG_DFL) == SIG_IGN;
  stack_t stack{};
  inside([](CutawayContext*) {});
  sigaltstack(nullptr, &stack);
  return is_default && was_default && is_own && is_returned && stack.ss_flags == SS_DISABLE ? 0 : 1;
}

TEST(RecordSignals, ProgramSeesItsOwnActions) { EXPECT_EQ(record("action_is_reported").status, 0); }

static void call_inside(int) {
  inside([](CutawayContext*) {});
}
SCENARIO(handler_calls_inside) {
  signal(SIGUSR1, call_inside);
  inside([](CutawayContext* context) { outside(context, [] { raise(SIGUSR1); }); });
  return 0;
}

TEST(RecordSignals, HandlersInAnOutcallAreNestedIncalls) {
  const RecordedRun run = record("handler_calls_inside");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(crossing_kinds(run),
            (std::vector<uint32_t>{k_event_thread, k_event_incall, k_event_outcall, k_event_incall,
                                   k_event_incall_return, k_event_outcall_return,
                                   k_event_incall_return}));
}

static void leave(int) { _exit(7); }
SCENARIO(own_fault_handler) {
  signal(SIGSEGV, leave);
  inside([](CutawayContext*) { *reinterpret_cast<volatile int*>(0x10) = 1; });
  return 0;
}

TEST(RecordSignals, FaultHandlersOfTheProgramRunAtOnce) {
  EXPECT_EQ(WEXITSTATUS(record("own_fault_handler").status), 7);
}

static sigjmp_buf g_point;
static void jump_out(int) { siglongjmp(g_point, 1); }
__attribute__((noinline)) static void fault_inside() {
  if (sigsetjmp(g_point, 1) != 0) return;
  inside([](CutawayContext*) { *reinterpret_cast<volatile int*>(0x10) = 1; });
}
SCENARIO(fault_left_by_longjmp) {
  signal(SIGSEGV, jump_out);
  fault_inside();
  std::thread([] { inside([](CutawayContext*) {}); }).join();  // the lock is free
  return inside([](CutawayContext*) {}) ? 1 : 0;
}

TEST(RecordSignals, LeavingAFaultByLongjmpStopsTheRecordingOnly) {
  const RecordedRun run = record("fault_left_by_longjmp");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.events.back().kind, static_cast<uint32_t>(k_event_truncated));
}

SCENARIO(fork_in_outcall) {
  pid_t child = 0;
  inside([&](CutawayContext* context) { outside(context, [&] { child = fork(); }); });
  if (child == 0) {
    const bool is_refused = !inside([](CutawayContext*) {});
    _exit(is_refused && !is_recording() ? 0 : 1);
  }
  const bool is_fine = wait_status(child) == 0;
  return inside([](CutawayContext*) {}) && is_fine ? 0 : 1;
}

TEST(RecordFork, ChildDetachesAndParentGoesOn) {
  const RecordedRun run = record("fork_in_outcall");
  EXPECT_EQ(run.status, 0);
  EXPECT_TRUE(run.is_well_formed);
  EXPECT_EQ(run.of(k_event_incall).size(), 2u);
  EXPECT_EQ(run.of(k_event_outcall_return).size(), 1u);
}

SCENARIO(vfork_in_outcall) {
  volatile pid_t child = 0;
  inside([&](CutawayContext* context) {
    outside(context, [&] {
      child = vfork();
      if (child == 0) _exit(3);
    });
  });
  return WEXITSTATUS(wait_status(child)) == 3 ? 0 : 1;
}

TEST(RecordFork, VforkWorksInAnOutcall) {
  const RecordedRun run = record("vfork_in_outcall");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.of(k_event_incall_return).size(), 1u);
}
