// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "replay_process.h"

namespace cutaway::by_hand {
namespace {

StreamBuilder one_ask() {
  StreamBuilder stream;
  stream.incall(k_ask_and_add, {3, 4}).outcall(k_site_ask, {3, 4}).outcall_return(k_site_ask, {10});
  return stream;
}

TEST(ReplayCrossing, FollowsIncallsAndAnswersOutcalls) {
  const auto report = replay(one_ask().incall_return(k_ask_and_add, {13}).exit());
  EXPECT_EQ(report["outcome"], "followed") << report;
  EXPECT_EQ(report["incalls"], 1);
  EXPECT_EQ(report["outcalls"], 1);
  EXPECT_EQ(report["ended"], "exit");
}

TEST(ReplayCrossing, PutsTheInsideStackWhereTheRecordingSaysForOneIncall) {
  const uint64_t middle = k_inside_stacks + k_inside_stack_size / 2;
  StreamBuilder stream;
  stream.event(k_event_inside_sp, 0, {middle - 256})
      .incall(k_load_local, {})
      .incall_return(k_load_local, {middle - 256});
  stream.incall(k_load_local, {}).incall_return(k_load_local, {middle});
  const auto report = replay(stream.exit());
  EXPECT_EQ(report["outcome"], "followed") << report;
}

TEST(ReplayCrossing, ReportsTheArgumentThatDiffers) {
  StreamBuilder stream;
  stream.incall(k_ask_and_add, {3, 4}).outcall(k_site_ask, {3, 5}).outcall_return(k_site_ask, {10});
  const auto report = replay(stream.incall_return(k_ask_and_add, {13}).exit());
  EXPECT_EQ(report["outcome"], "diverged") << report;
  EXPECT_EQ(report["what"], "argument");
  EXPECT_EQ(report["index"], 1);
  EXPECT_EQ(report["expected"], "0x5");
  EXPECT_EQ(report["actual"], "0x4");
  EXPECT_EQ(report["incall"], 1);
  EXPECT_EQ(report["site"], "name=ask\nfile=outside.c\nline=1");
  EXPECT_EQ(report["function"], "name=ask_and_add");
  EXPECT_EQ(report["last_crossings"].size(), 1);
}

TEST(ReplayCrossing, ReportsTheResultThatDiffers) {
  const auto report = replay(one_ask().incall_return(k_ask_and_add, {14}).exit());
  EXPECT_EQ(report["outcome"], "diverged") << report;
  EXPECT_EQ(report["what"], "result");
  EXPECT_EQ(report["expected"], "0xe");
  EXPECT_EQ(report["actual"], "0xd");
  EXPECT_EQ(report["last_crossings"].size(), 3);
}

TEST(ReplayCrossing, ReportsAnOutcallThatWasNotRecorded) {
  StreamBuilder stream;
  const auto report =
      replay(stream.incall(k_ask_and_add, {3, 4}).incall_return(k_ask_and_add, {13}).exit());
  EXPECT_EQ(report["outcome"], "diverged") << report;
  EXPECT_EQ(report["what"], "event kind");
  EXPECT_EQ(report["expected"], "incall return");
  EXPECT_EQ(report["actual"], "outcall");
}

TEST(ReplayCrossing, ReportsAnotherCallSite) {
  StreamBuilder stream;
  stream.incall(k_ask_and_add, {3, 4})
      .outcall(k_site_relay, {3})
      .outcall_return(k_site_relay, {10});
  const auto report = replay(stream.incall_return(k_ask_and_add, {13}).exit());
  EXPECT_EQ(report["outcome"], "diverged") << report;
  EXPECT_EQ(report["what"], "call site");
  EXPECT_EQ(report["expected"], "name=relay");
}

TEST(ReplayCrossing, RelocatesImageAddresses) {
  StreamBuilder stream;
  stream.incall(k_return_function, {}).incall_return(k_return_function, {callee(0)});
  EXPECT_EQ(replay(stream.exit())["outcome"], "followed");
}

TEST(ReplayCrossing, AppliesPatchesAtTheStartOfASegment) {
  StreamBuilder stream;
  stream.incall(k_read_cell, {k_heap}).patch_cell(k_heap, 42).incall_return(k_read_cell, {42});
  stream.incall(k_read_cell, {k_heap + 8}).patch_word(k_heap + 8, callee(0));
  stream.incall_return(k_read_cell, {callee(0)});
  const auto report = replay(stream.exit());
  EXPECT_EQ(report["outcome"], "followed") << report;
  EXPECT_EQ(report["patched_bytes"], 16);
}

TEST(ReplayCrossing, LeavesWhatLiesBetweenTheRunsOfAPatch) {
  StreamBuilder stream;
  stream.incall(k_read_cell, {k_heap}).patch_cell(k_heap, 0x1111111111111111);
  stream.event(k_event_patch_runs, 6, {k_heap + 1, 0x44'43'02'42'61});  // 1 byte, skips 3, 2 bytes
  stream.incall_return(k_read_cell, {0x11'44'43'11'11'11'42'11});
  const auto report = replay(stream.exit());
  EXPECT_EQ(report["outcome"], "followed") << report;
  EXPECT_EQ(report["patched_bytes"], 11);
}

TEST(ReplayCrossing, MakesMemoryFreshBeforeItIsPatched) {
  StreamBuilder stream;
  stream.incall(k_read_cell, {k_heap}).patch_cell(k_heap, 42).incall_return(k_read_cell, {42});
  stream.incall(k_read_cell, {k_heap})
      .event(k_event_fresh, 5000, {k_heap + 2})
      .event(k_event_patch, 1, {k_heap + 3, 0x11});
  stream.incall_return(k_read_cell, {0xa5a5'a5a5'11a5'002a});
  stream.incall(k_read_cell, {k_heap + 4994}).incall_return(k_read_cell, {0xa5a5'a5a5'a5a5'a5a5});
  stream.incall(k_read_cell, {k_heap + 5002}).incall_return(k_read_cell, {0});
  const auto report = replay(stream.exit());
  EXPECT_EQ(report["outcome"], "followed") << report;
  EXPECT_EQ(report["patched_bytes"], 9);
}

TEST(ReplayCrossing, MapsUntouchedRecordedMemoryAsZero) {
  StreamBuilder stream;
  stream.incall(k_read_cell, {k_heap + 0x123450}).incall_return(k_read_cell, {0});
  stream.incall(k_read_cell, {0x7ffff0001230}).incall_return(k_read_cell, {0});
  EXPECT_EQ(replay(stream.exit())["outcome"], "followed");
}

TEST(ReplayCrossing, PerformsIncallsDuringOutcalls) {
  StreamBuilder stream;
  stream.incall(k_nest, {1}).outcall(k_site_relay, {1});
  stream.incall(k_nest, {2})
      .outcall(k_site_relay, {2})
      .outcall_return(k_site_relay, {5})
      .incall_return(k_nest, {6});
  stream.outcall_return(k_site_relay, {8}).incall_return(k_nest, {9});
  const auto report = replay(stream.exit());
  EXPECT_EQ(report["outcome"], "followed") << report;
  EXPECT_EQ(report["incalls"], 2);
}

TEST(ReplayCrossing, StopsAfterTheGivenIncall) {
  StreamBuilder stream;
  for (int i = 0; i < 3; i++) stream.incall(k_read_cell, {k_heap}).incall_return(k_read_cell, {0});
  const auto report = replay(stream.exit(), {.options = "until=2"});
  EXPECT_EQ(report["outcome"], "stopped") << report;
  EXPECT_EQ(report["incalls"], 2);
}

TEST(ReplayCrossing, FillsInLoggedValuesAndKnownCells) {
  StreamBuilder stream;
  stream.incall(k_get_value, {}).value(k_site_get_value, {77}).incall_return(k_get_value, {77});
  const uint64_t cell =
      k_known_cells + k_memo_tolower * k_memo_table_bytes + 4 * (k_memo_bias + 'A');
  stream.incall(k_lower, {'A'})
      .patch(cell, std::string("a\0\0\0", 4))
      .incall_return(k_lower, {'a'});
  EXPECT_EQ(replay(stream.exit())["outcome"], "followed");
}

TEST(ReplayCrossing, StartsInsideStackInTheMiddle) {
  StreamBuilder stream;
  stream.incall(k_load_local, {})
      .incall_return(k_load_local, {k_inside_stacks + k_inside_stack_size / 2});
  EXPECT_EQ(replay(stream.exit())["outcome"], "followed");
}

TEST(ReplayCrossing, SaysHowTheRecordingEnded) {
  StreamBuilder killed;
  killed.incall(k_nest, {1}).outcall(k_site_relay, {1});
  EXPECT_EQ(replay(killed)["ended"], "killed");
  StreamBuilder truncated;
  truncated.incall(k_ask_and_add, {1, 2}).event(k_event_truncated, k_truncated_max_size, {0});
  EXPECT_EQ(replay(truncated)["ended"], "truncated");
}

}  // namespace
}  // namespace cutaway::by_hand
