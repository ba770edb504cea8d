// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "fake_program.h"

using namespace cutaway;

static volatile uint64_t g_cell;
static uint64_t load_cell(CutawayContext* context) {
  return load(context, const_cast<const uint64_t*>(&g_cell), 8);
}

static std::vector<uint32_t> kinds_of(const RecordedRun& run) {
  std::vector<uint32_t> kinds;
  for (const Event& event : run.events)
    if (event.kind >= k_event_thread) kinds.push_back(event.kind);
  return kinds;
}
using Kinds = std::vector<uint32_t>;

SCENARIO(getters) {
  for (uint64_t i = 0; i < 3; i++) call_in(i, [&](CutawayContext*) { return 10 * i; });
  return 0;
}

TEST(RecordWaiting, IsSeenByNobody) {
  const RecordedRun run = record("getters");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(kinds_of(run),
            (Kinds{k_event_thread, k_event_incall, k_event_incall_return, k_event_incall,
                   k_event_incall_return, k_event_incall, k_event_incall_return, k_event_exit}));
  EXPECT_EQ(run.of(k_event_incall)[2].words, (std::vector<uint64_t>{0, 2}));
  EXPECT_EQ(run.of(k_event_incall_return)[2].words, (std::vector<uint64_t>{0, 20}));
}

SCENARIO(many_getters) {
  for (uint64_t i = 0; i < 100'000; i++) call_in(i, [&](CutawayContext*) { return i; });
  return 0;
}

TEST(RecordWaiting, MakesOneShortEvent) {
  const RecordedRun run = record("many_getters");
  EXPECT_EQ(run.of(k_event_incall_return).size(), 100'000u);
  EXPECT_LT(run.log_bytes, 100'000u * 8 + 16'384);
}

SCENARIO(getter_with_patch) {
  call_in(1, load_cell);
  g_cell = 5;
  call_in(2, load_cell);
  call_in(3, load_cell);
  return 0;
}

TEST(RecordWaiting, APatchComesBetweenIncallAndReturn) {
  const RecordedRun run = record("getter_with_patch");
  EXPECT_EQ(kinds_of(run), (Kinds{k_event_thread, k_event_incall, k_event_incall_return,
                                  k_event_incall, k_event_patch, k_event_incall_return,
                                  k_event_incall, k_event_incall_return, k_event_exit}));
  EXPECT_EQ(run.of(k_event_incall_return)[2].words, (std::vector<uint64_t>{0, 5}));
}

SCENARIO(getter_called_from_outcall) {
  inside([](CutawayContext* context) {
    outside(context, [] { call_in(1, [](CutawayContext*) { return uint64_t{2}; }); });
  });
  return 0;
}

TEST(RecordWaiting, NestsInOutcalls) {
  EXPECT_EQ(
      kinds_of(record("getter_called_from_outcall")),
      (Kinds{k_event_thread, k_event_incall, k_event_outcall, k_event_incall, k_event_incall_return,
             k_event_outcall_return, k_event_incall_return, k_event_exit}));
}

SCENARIO(crash_in_getter) {
  call_in(1, [](CutawayContext*) { return uint64_t{2}; });
  call_in(3, [](CutawayContext*) { return *reinterpret_cast<volatile uint64_t*>(0x123); });
  return 0;
}

TEST(RecordWaiting, AFailureStandsInTheIncall) {
  const RecordedRun run = record("crash_in_getter");
  EXPECT_EQ(WTERMSIG(run.status), SIGSEGV);
  EXPECT_EQ(kinds_of(run), (Kinds{k_event_thread, k_event_incall, k_event_incall_return,
                                  k_event_incall, k_event_failure}));
  EXPECT_EQ(run.of(k_event_incall)[1].words, (std::vector<uint64_t>{0, 3}));
}

static jmp_buf g_back;
static void jump_back(int) { longjmp(g_back, 1); }
SCENARIO(handler_leaves_getter) {
  signal(SIGSEGV, jump_back);
  if (setjmp(g_back) == 0)
    call_in(1, [](CutawayContext*) { return *reinterpret_cast<volatile uint64_t*>(0x123); });
  return inside([](CutawayContext*) {}) ? 1 : 0;
}

TEST(RecordWaiting, AHandlerThatLeavesItEndsTheRecording) {
  const RecordedRun run = record("handler_leaves_getter");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(kinds_of(run), (Kinds{k_event_thread, k_event_incall, k_event_truncated}));
}

static volatile int g_handled;
static void count_signal(int) { g_handled = g_handled + 1; }
SCENARIO(signal_in_getter) {
  signal(SIGUSR1, count_signal);
  bool was_deferred = false;
  call_in(1, [&](CutawayContext*) {
    raise(SIGUSR1);
    was_deferred = g_handled == 0;
    return uint64_t{0};
  });
  return was_deferred && g_handled == 1 ? 0 : 1;
}

TEST(RecordWaiting, SignalsWaitForTheReturn) { EXPECT_EQ(record("signal_in_getter").status, 0); }

SCENARIO(getters_of_threads) {
  const auto run = [] {
    for (uint64_t i = 0; i < 20'000; i++) call_in(i, [&](CutawayContext*) { return i; });
  };
  run();
  std::thread other(run);
  run();
  other.join();
  return 0;
}

TEST(RecordWaiting, ThreadsKeepTheirOrder) {
  const RecordedRun run = record("getters_of_threads");
  EXPECT_EQ(run.status, 0);
  EXPECT_TRUE(run.is_well_formed);
  EXPECT_EQ(run.of(k_event_incall_return).size(), 60'000u);
  for (size_t i = 1; i < run.events.size(); i++)
    if (run.events[i].kind == k_event_incall_return) {
      ASSERT_EQ(run.events[i - 1].kind, static_cast<uint32_t>(k_event_incall));
      ASSERT_EQ(run.events[i - 1].words, run.events[i].words);
    }
}

TEST(RecordWaiting, StopsAtMaxEvents) {
  const RecordedRun run = record("many_getters", {.options = "max_events=1000"});
  EXPECT_EQ(run.status, 0);
  EXPECT_TRUE(run.is_well_formed);
  EXPECT_EQ(run.events.size(), 1001u);
  EXPECT_EQ(run.events.back().kind, static_cast<uint32_t>(k_event_truncated));
}

TEST(RecordWaiting, DoesNotHappenWithChecksums) {
  const RecordedRun run = record("getters", {.options = "verify=1"});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.of(k_event_incall).size(), 3u);
  EXPECT_EQ(run.of(k_event_checksum).size(), 3u);
}

SCENARIO(brief_getters) {
  g_fake_getter.is_brief = 1;
  for (uint64_t i = 0; i < 3; i++) {
    g_cell = i % 2;
    call_in(i, load_cell);
  }
  call_in(3, [](CutawayContext*) { return *reinterpret_cast<volatile uint64_t*>(0x123); });
  return 0;
}

TEST(RecordWaiting, IsTheSameForBriefFunctions) {
  const RecordedRun run = record("brief_getters");
  EXPECT_EQ(WTERMSIG(run.status), SIGSEGV);
  EXPECT_EQ(kinds_of(run),
            (Kinds{k_event_thread, k_event_incall, k_event_incall_return, k_event_incall,
                   k_event_patch, k_event_incall_return, k_event_incall, k_event_patch,
                   k_event_incall_return, k_event_incall, k_event_failure}));
}

SCENARIO(kill_in_getter) {
  call_in(1, [](CutawayContext*) { return uint64_t{2}; });
  call_in(3, [](CutawayContext*) { return uint64_t{kill(getpid(), SIGKILL) == 0}; });
  return 0;
}

TEST(RecordWaiting, SurvivesSigkill) {
  const RecordedRun run = record("kill_in_getter");
  EXPECT_EQ(WTERMSIG(run.status), SIGKILL);
  EXPECT_EQ(kinds_of(run),
            (Kinds{k_event_thread, k_event_incall, k_event_incall_return, k_event_incall}));
  EXPECT_EQ(run.of(k_event_incall)[1].words, (std::vector<uint64_t>{0, 3}));
}

SCENARIO(frames_of_incalls) {
  // The second call of the same function does not wait; frames are given back in both ways.
  const char* before = nullptr;
  for (int i = 0; i < 4; i++) {
    call_in(1, [&](CutawayContext* context) {
      if (before == nullptr) before = context->inside_sp;
      if (context->inside_sp != before) _exit(1);
      context->inside_sp -= 64;
      if (i % 2 == 0) outside(context, [] {});
      context->inside_sp += 64;
      return uint64_t{0};
    });
  }
  return 0;
}

TEST(RecordWaiting, KeepsTheInsideStack) {
  const RecordedRun run = record("frames_of_incalls");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(kinds_of(run),
            (Kinds{k_event_thread, k_event_incall, k_event_outcall, k_event_outcall_return,
                   k_event_incall_return, k_event_incall, k_event_incall_return, k_event_incall,
                   k_event_outcall, k_event_outcall_return, k_event_incall_return, k_event_incall,
                   k_event_incall_return, k_event_exit}));
}

// --- Idents that do not fit in the head of an event
// -----------------------------------------------------------------------------------------------

constexpr uint32_t k_many = k_raw_far_ident + 10;
static CutawayFunction g_many_functions[k_many];
static CutawaySite g_many_sites[k_many];

SCENARIO(many_functions_and_sites) {
  for (uint32_t round = 0; round < 2; round++) {
    for (uint32_t i = 0; i < k_many; i++) {
      CutawayFunction& function = g_many_functions[i];
      CutawaySite& site = g_many_sites[i];
      function.arg_slots = function.ret_slots = site.arg_slots = site.ret_slots = 1;
      function.text = site.text = "name=one_of_many\n";
      uint64_t slots[2] = {i, 0};
      void* context = hook<void*(void*, void*)>(k_call_incall)(&function, slots);
      uint64_t argument = 2 * i;
      hook<void(void*, void*, void*, void*, void*)>(k_call_outcall)(
          context, &site, reinterpret_cast<void*>(&is_recording), &argument, nullptr);
      uint64_t result = 3 * i + round;
      hook<void(void*, void*, void*)>(k_call_outcall_return)(context, &site, &result);
      slots[1] = 4 * i;
      hook<void(void*, void*, void*)>(k_call_incall_return)(context, &function, slots);
    }
  }
  return 0;
}

TEST(RecordWaiting, ManyFunctionsAndSitesHaveShortEvents) {
  const RecordedRun run = record("many_functions_and_sites");
  EXPECT_EQ(run.status, 0);
  EXPECT_TRUE(run.is_well_formed);
  const std::vector<Event> outcalls = run.of(k_event_outcall);
  const std::vector<Event> answers = run.of(k_event_outcall_return);
  const std::vector<Event> returns = run.of(k_event_incall_return);
  ASSERT_EQ(outcalls.size(), 2 * k_many);
  ASSERT_EQ(answers.size(), 2 * k_many);
  ASSERT_EQ(returns.size(), 2 * k_many);
  for (uint32_t i = 0; i < 2 * k_many; i++) {
    const uint64_t number = i % k_many;
    ASSERT_EQ(outcalls[i].ident, number + 1);
    ASSERT_EQ(outcalls[i].words[2], 2 * number);
    ASSERT_EQ(answers[i].words[1], 3 * number + i / k_many);
    ASSERT_EQ(returns[i].words[1], 4 * number);
  }
}
