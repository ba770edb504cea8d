// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <csignal>
#include <typeinfo>

#include "replay_process.h"

namespace cutaway::by_hand {
namespace {

TEST(ReplayFailure, ReproducesAFaultAtTheRecordedAddress) {
  for (const uint64_t address : {uint64_t{0}, uint64_t{8}, k_heap + 0x5010}) {
    StreamBuilder stream;
    stream.incall(k_read_cell, {k_heap + 0x5020}).incall_return(k_read_cell, {0});  // mapped before
    stream.incall(k_crash, {address}).failure(SIGSEGV, SEGV_MAPERR, address);
    const auto report = replay(stream);
    EXPECT_EQ(report["outcome"], "followed") << report;
    EXPECT_EQ(report["failure"]["reproduced"], true);
  }
}

TEST(ReplayFailure, ReproducesAWriteToProtectedMemory) {
  StreamBuilder stream;
  stream.incall(k_crash, {k_heap + 0x10}).failure(SIGSEGV, SEGV_ACCERR, k_heap + 0x10);
  EXPECT_EQ(replay(stream)["failure"]["reproduced"], true);
}

TEST(ReplayFailure, ReproducesAStackOverflow) {
  StreamBuilder stream;
  stream.incall(k_recurse, {}).failure(SIGSEGV, SEGV_MAPERR, 0x7ffc00001000);
  EXPECT_EQ(replay(stream)["failure"]["reproduced"], true);
}

TEST(ReplayFailure, TakesTheGuardOfAFullInsideStackForAStackOverflow) {
  for (const uint64_t guard :
       {k_inside_stacks + 0x10, k_inside_stacks + k_inside_stack_size / 2 + 0x10}) {
    StreamBuilder stream;
    stream.incall(k_fill_stack, {guard}).failure(SIGSEGV, SEGV_MAPERR, 0x7ffc00001000);
    EXPECT_EQ(replay(stream)["failure"]["reproduced"], true);
    StreamBuilder other;
    other.incall(k_fill_stack, {guard}).failure(SIGSEGV, SEGV_MAPERR, 8);
    EXPECT_EQ(replay(other)["outcome"], "failure_differs");
    StreamBuilder beyond;
    beyond.incall(k_crash, {guard}).failure(SIGSEGV, SEGV_MAPERR, 0x7ffc00001000);
    EXPECT_EQ(replay(beyond)["outcome"], "failure_differs");
  }
}

TEST(ReplayFailure, EndsAtAFaultIfTheRecordingEndsThere) {
  StreamBuilder stream;
  stream.incall(k_crash, {8}).event(k_event_truncated, k_truncated_unsupported, {0x656d6f73});
  const auto report = replay(stream);
  EXPECT_EQ(report["outcome"], "followed") << report;
  EXPECT_EQ(report["ended"], "truncated");
  StreamBuilder killed;
  EXPECT_EQ(replay(killed.incall(k_crash, {8}))["ended"], "killed");
}

TEST(ReplayFailure, SaysThatTheFailureDidNotHappen) {
  StreamBuilder stream;
  stream.incall(k_ask_and_add, {1, 2}).failure(SIGSEGV, SEGV_MAPERR, 8);
  EXPECT_EQ(replay(stream)["outcome"], "failure_differs");
}

TEST(ReplayFailure, SaysThatAnotherFaultHappened) {
  StreamBuilder stream;
  stream.incall(k_crash, {16}).failure(SIGSEGV, SEGV_MAPERR, 8);
  const auto report = replay(stream);
  EXPECT_EQ(report["outcome"], "failure_differs") << report;
  EXPECT_EQ(report["actual"]["address"], "0x10");
}

TEST(ReplayFailure, TakesAFailureOfTheOutsideAsTheEnd) {
  StreamBuilder stream;
  stream.incall(k_nest, {1}).outcall(k_site_relay, {1}).failure(SIGABRT, SI_TKILL, 0);
  const auto report = replay(stream);
  EXPECT_EQ(report["outcome"], "followed") << report;
  EXPECT_EQ(report["failure"]["side"], "outside");
}

TEST(ReplayFailure, ReportsAFaultThatWasNotRecorded) {
  StreamBuilder stream;
  stream.incall(k_crash, {8}).incall_return(k_crash, {});
  const auto report = replay(stream.exit());
  EXPECT_EQ(report["outcome"], "diverged") << report;
  EXPECT_EQ(report["what"], "access to unmapped memory");
  EXPECT_EQ(report["actual"], "0x8");
}

TEST(ReplayFailure, ReproducesAnExceptionWithoutHandler) {
  StreamBuilder stream;
  const uint64_t object = k_heap + 0x2000;
  stream.incall(k_throw_int, {})
      .outcall(k_site_allocate, {4})
      .outcall_return(k_site_allocate, {object});
  stream.throwing(object, &typeid(int), "i").failure(SIGABRT, SI_TKILL, 0);
  EXPECT_EQ(replay(stream)["failure"]["reproduced"], true);
}

}  // namespace
}  // namespace cutaway::by_hand
