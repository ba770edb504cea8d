// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/process.h"

#include <gtest/gtest.h>
#include <signal.h>

namespace cutaway {
namespace {

TEST(Process, CapturesOutputAndStatus) {
  auto output = run_and_capture({"sh", "-c", "echo out; echo err >&2; exit 3"});
  ASSERT_TRUE(output);
  EXPECT_EQ(output->text, "out\nerr\n");
  EXPECT_EQ(output->end.exit_status, 3);
}

TEST(Process, TellsDeathBySignal) {
  auto output = run_and_capture({"sh", "-c", "kill -TERM $$"});
  EXPECT_EQ(output->end.signal, SIGTERM);
}

TEST(Process, ChangesTheEnvironment) {
  auto output = run_and_capture({"sh", "-c", "echo $CUTAWAY_TEST$HOME"},
                                {{"CUTAWAY_TEST", "x"}, {"HOME", std::nullopt}});
  EXPECT_EQ(output->text, "x\n");
}

TEST(Process, KillsALateChild) {
  auto child = start_process("/bin/sleep", {"sleep", "60"}, {});
  ASSERT_TRUE(child);
  ProcessEnd end = wait_for_process(*child, 50);
  EXPECT_TRUE(end.timed_out);
  EXPECT_EQ(end.signal, SIGKILL);
}

TEST(Process, ReportsAFailedExec) { EXPECT_FALSE(start_process("/etc/passwd", {"passwd"}, {})); }

TEST(Process, FindsProgramsLikeExecvp) {
  EXPECT_TRUE(find_program("sh"));
  EXPECT_TRUE(find_program("/bin/sh"));
  EXPECT_FALSE(find_program("no-such-program"));
  EXPECT_FALSE(find_program("./no-such-program"));
}

}  // namespace
}  // namespace cutaway
