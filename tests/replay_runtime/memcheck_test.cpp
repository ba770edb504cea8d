// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdlib>

#include "replay_process.h"

namespace cutaway::by_hand {
namespace {

// What memcheck says about use_heap(mode), recorded with a block of 32 bytes.
std::string memcheck(uint64_t mode) {
  StreamBuilder stream;
  const uint64_t block = k_heap + 0x100;
  stream.incall(k_use_heap, {mode})
      .outcall(k_site_malloc, {32})
      .outcall_return(k_site_malloc, {block});
  stream.outcall(k_site_free, {block})
      .outcall_return(k_site_free, {})
      .incall_return(k_use_heap, {mode == 1 ? 1 : 0});
  const auto report =
      replay(stream.exit(), {.options = "valgrind=1",
                             .command = {"valgrind", "-q", "--trace-children=yes",
                                         "--vex-iropt-register-updates=allregs-at-mem-access"}});
  EXPECT_EQ(report["outcome"], "followed") << report;
  return replay_stderr();
}

class ReplayMemcheck : public testing::Test {
  void SetUp() override {
    if (std::system("valgrind --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "no valgrind";
  }
};

TEST_F(ReplayMemcheck, IsSilentAboutRightUseOfRecordedBlocks) { EXPECT_EQ(memcheck(0), ""); }

TEST_F(ReplayMemcheck, FindsUseAfterFree) {
  const std::string said = memcheck(1);
  EXPECT_NE(said.find("Invalid read of size 1"), std::string::npos) << said;
  EXPECT_NE(said.find("inside a block of size 32 free'd"), std::string::npos) << said;
}

TEST_F(ReplayMemcheck, FindsOverruns) {
  const std::string said = memcheck(2);
  EXPECT_NE(said.find("Invalid write of size 1"), std::string::npos) << said;
  EXPECT_NE(said.find("0 bytes after a block of size 32 alloc'd"), std::string::npos) << said;
}

}  // namespace
}  // namespace cutaway::by_hand
