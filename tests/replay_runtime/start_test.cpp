// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "replay_process.h"

namespace cutaway::by_hand {
namespace {

StreamBuilder read_once() {
  StreamBuilder stream;
  stream.incall(k_read_cell, {k_heap}).patch_cell(k_heap, 6).incall_return(k_read_cell, {6});
  return stream;
}

TEST(ReplayStart, ExecutesItselfAgainUntilTheLayoutFits) {
  for (int i = 0; i < 20; i++) {  // one in eight programs lies too near to this one
    const auto report = replay(read_once().exit(), {.keeps_layout = true});
    ASSERT_EQ(report["outcome"], "followed") << report;
  }
}

TEST(ReplayStart, LiesExactlyWhereAProgramWithoutRandomisationLay) {
  constexpr uint64_t k_base = 0x555555554000;
  const uint64_t offset = Slot(callee(0)).value & 0xffffffffffff;
  StreamBuilder stream;
  stream.program_base = k_base;
  stream.incall(k_return_function, {})
      .incall_return(k_return_function, {k_base + offset});                          // not marked
  stream.incall(k_read_cell, {k_base + 0x1000000}).incall_return(k_read_cell, {0});  // its heap
  EXPECT_EQ(replay(stream.exit())["outcome"], "followed");
}

TEST(ReplayStart, RefusesAnotherBuild) {
  StreamBuilder stream = read_once();
  stream.has_other_build_id = true;
  const auto report = replay(stream.exit());
  EXPECT_EQ(report["outcome"], "other_build") << report;
}

TEST(ReplayStart, SandboxBlocksFilesAndSockets) {
  for (const Function function : {k_open_file, k_open_socket}) {
    StreamBuilder stream;
    const auto report = replay(stream.incall(function, {}).incall_return(function, {1}).exit());
    EXPECT_EQ(report["outcome"], "diverged") << report;
    EXPECT_EQ(report["what"], "system call");
    StreamBuilder same;
    const auto lifted = replay(same.incall(function, {}).incall_return(function, {1}).exit(),
                               {.options = "sandbox=0"});
    EXPECT_EQ(lifted["outcome"], "followed") << lifted;
  }
}

TEST(ReplayStart, FollowsAnEmptyRecording) {
  StreamBuilder stream;
  stream.exit();
  EXPECT_EQ(replay(stream)["outcome"], "followed");
}

}  // namespace
}  // namespace cutaway::by_hand
