// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "replay/replay_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cutaway {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

PreparedReplay replay_with(Environment environment) {
  PreparedReplay replay;
  replay.program = "/bin/app";
  replay.environment = std::move(environment);
  return replay;
}

TEST(GdbScript, GivesTheEnvironmentToTheProgramAlone) {
  PreparedReplay replay = replay_with({{"LD_PRELOAD", "/x y/lib.so"}, {"GONE", std::nullopt}});
  std::string script = gdb_script(replay, {.stop_at = 3});
  EXPECT_THAT(script, HasSubstr("set exec-wrapper env 'LD_PRELOAD=/x y/lib.so'\n"));
  EXPECT_THAT(script, AllOf(Not(HasSubstr("GONE")), Not(HasSubstr("set environment"))));
}

TEST(GdbScript, StopsAtTheFlavourThatRunsNext) {
  EXPECT_THAT(gdb_script(replay_with({}), {.stop_at = 3}),
              HasSubstr("tbreak cutaway_replay_stop\nrun\ntbreak *$rdi\ncontinue\n"));
}

TEST(GdbScript, StopsWhereTheInsideFails) {
  EXPECT_THAT(gdb_script(replay_with({}), {}),
              HasSubstr("break cutaway_replay_failed\ncommands\n"));
}

}  // namespace
}  // namespace cutaway
