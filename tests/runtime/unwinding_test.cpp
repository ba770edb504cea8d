// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <setjmp.h>
#include <ucontext.h>

#include <string>
#include <typeinfo>
#include <vector>

#include "fake_program.h"
#include "runtime/common/exception_layout.h"

using namespace cutaway;

static std::vector<uint32_t> crossing_kinds(const RecordedRun& run) {
  std::vector<uint32_t> kinds;
  for (const Event& event : run.events) {
    if (event.kind >= k_event_incall && event.kind != k_event_exit) kinds.push_back(event.kind);
  }
  return kinds;
}

static jmp_buf g_outside_buffer;

// incall > outcall > (outside) setjmp > incall > outcall > longjmp
__attribute__((noinline)) static void jump_over_inner() {
  if (setjmp(g_outside_buffer) != 0) return;
  inside([](CutawayContext* context) { outside(context, [] { longjmp(g_outside_buffer, 1); }); });
}
SCENARIO(outside_longjmp) {
  inside([](CutawayContext* context) { outside(context, jump_over_inner); });
  return 0;
}
TEST(RecordUnwinding, LongjmpOfTheOutsideAbandonsCrossings) {
  const RecordedRun run = record("outside_longjmp");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(
      crossing_kinds(run),
      (std::vector<uint32_t>{k_event_incall, k_event_outcall, k_event_incall, k_event_outcall,
                             k_event_abandon, k_event_outcall_return, k_event_incall_return}));
  EXPECT_EQ(run.of(k_event_abandon)[0].ident, 2u);
}

SCENARIO(outside_longjmp_then_incall) {
  jump_over_inner();
  inside([](CutawayContext*) {});
  return 0;
}
TEST(RecordUnwinding, TheNextIncallNoticesAbandonedCrossings) {
  const RecordedRun run = record("outside_longjmp_then_incall");
  EXPECT_EQ(crossing_kinds(run),
            (std::vector<uint32_t>{k_event_incall, k_event_outcall, k_event_abandon, k_event_incall,
                                   k_event_incall_return}));
  EXPECT_EQ(run.of(k_event_abandon)[0].ident, 0u);
}

static jmp_buf g_inside_buffer;
SCENARIO(inside_longjmp) {
  inside([](CutawayContext* context) {
    const uint64_t token =
        hook<uint64_t(void*, void*)>(k_call_setjmp_begin)(context, g_inside_buffer);
    const int result = setjmp(g_inside_buffer);
    hook<void(void*, void*, uint64_t, int32_t)>(k_call_setjmp_end)(context, g_inside_buffer, token,
                                                                   result);
    if (result == 0) {
      outside(context, [] {
        inside([](CutawayContext* inner) { outside(inner, [] { longjmp(g_inside_buffer, 5); }); });
      });
    }
    load(context, g_inside_buffer, 8);
  });
  return 0;
}
TEST(RecordUnwinding, LongjmpIntoTheInsideLands) {
  const RecordedRun run = record("inside_longjmp");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(crossing_kinds(run),
            (std::vector<uint32_t>{k_event_incall, k_event_outcall, k_event_incall, k_event_outcall,
                                   k_event_landed, k_event_patch, k_event_incall_return}));
  // The patch: what setjmp wrote are registers of this process, and the inside reads them.
  const Event landed = run.of(k_event_landed)[0];
  EXPECT_EQ(landed.ident, 1u);
  EXPECT_EQ(landed.words[1], 5u);
}

SCENARIO(exception_in) {
  inside([](CutawayContext* context) {
    hook_outcall(context, 0);
    try {
      throw std::string("why");
    } catch (std::string& caught) {
      void* unwind = reinterpret_cast<char*>(&caught) - sizeof(rt::UnwindException);
      hook<void(void*, void*)>(k_call_caught)(context, unwind);
      hook<void(void*, void*)>(k_call_caught)(context,
                                              unwind);  // another pad of the same exception
    }
  });
  return 0;
}
TEST(RecordUnwinding, AnExceptionThroughAnOutcallIsRecordedOnce) {
  const RecordedRun run = record("exception_in");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(crossing_kinds(run),
            (std::vector<uint32_t>{k_event_incall, k_event_outcall, k_event_outcall_throw,
                                   k_event_incall_return}));
  const Event thrown = run.of(k_event_outcall_throw)[0];
  EXPECT_EQ(thrown.words[0], 2u);  // the typeinfo lies in an image, the object does not
  EXPECT_STREQ(reinterpret_cast<const char*>(&thrown.words[3]), typeid(std::string).name());
}

// Two coroutines that are both in an outcall, and end in the order they began.
static ucontext_t g_main_context;
static ucontext_t g_coroutine;
static char g_coroutine_stack[256 << 10];
static void run_coroutine() {
  inside([](CutawayContext* context) {
    outside(context, [] { swapcontext(&g_coroutine, &g_main_context); });
  });
}
SCENARIO(stack_switch) {
  getcontext(&g_coroutine);
  g_coroutine.uc_stack.ss_sp = g_coroutine_stack;
  g_coroutine.uc_stack.ss_size = sizeof(g_coroutine_stack);
  g_coroutine.uc_link = &g_main_context;
  makecontext(&g_coroutine, run_coroutine, 0);
  inside([](CutawayContext* context) {
    outside(context, [] { swapcontext(&g_main_context, &g_coroutine); });
  });
  swapcontext(&g_main_context, &g_coroutine);
  return 0;
}
TEST(RecordUnwinding, SwitchedStacksStopTheRecordingOnly) {
  const RecordedRun run = record("stack_switch");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.events.back().kind, static_cast<uint32_t>(k_event_truncated));
  const std::vector<uint64_t>& text = run.events.back().words;
  EXPECT_NE(std::string(reinterpret_cast<const char*>(text.data())).find("switched stacks"),
            std::string::npos);
  EXPECT_EQ(run.errors, "");
}
