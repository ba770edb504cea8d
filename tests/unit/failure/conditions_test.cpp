// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "failure/conditions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

namespace cutaway {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Optional;
using Conditions = std::vector<std::string>;

RunInfo run_that_left_with(int status) {
  RunInfo run;
  run.exit_status = status;
  return run;
}

RunInfo run_killed_by(int signal) {
  RunInfo run;
  run.signal = signal;
  return run;
}

TEST(Condition, IsParsed) {
  EXPECT_EQ(*parse_condition("exit 3"), "exit 3");
  EXPECT_EQ(*parse_condition(" exit   nonzero"), "exit nonzero");
  EXPECT_EQ(*parse_condition("stdout  ~  a  b+"), "stdout ~ a  b+");
  EXPECT_EQ(*parse_condition("stderr contains no such key"), "stderr contains no such key");
  EXPECT_EQ(*parse_condition("sanitizer"), "sanitizer");
}

TEST(Condition, IsRefusedIfNobodyKnowsIt) {
  for (const char* text : {"", "exit", "exit 256", "exit -1", "exit 3 4", "stdout", "stdout ~",
                           "stdout like x", "stdout ~ [a", "stdin ~ x", "hang", "sanitizer x"})
    EXPECT_FALSE(parse_condition(text)) << text;
}

TEST(Conditions, AreByDefaultHowTheProgramEnded) {
  EXPECT_THAT(find_conditions({}, run_killed_by(SIGSEGV), false), Optional(IsEmpty()));
  EXPECT_THAT(find_conditions({}, run_that_left_with(2), true), Optional(ElementsAre("exit 2")));
  EXPECT_THAT(find_conditions({}, run_that_left_with(0), true), Optional(ElementsAre("sanitizer")));
  EXPECT_EQ(find_conditions({}, run_that_left_with(0), false), std::nullopt);
}

TEST(Conditions, AreThoseThatWereAskedFor) {
  EXPECT_THAT(find_conditions({"exit nonzero", "stdout ~ x"}, run_that_left_with(9), false),
              Optional(ElementsAre("exit 9", "stdout ~ x")));
  EXPECT_EQ(find_conditions({"exit nonzero"}, run_that_left_with(0), false), std::nullopt);
  EXPECT_EQ(find_conditions({"exit 1"}, run_that_left_with(2), false), std::nullopt);
  EXPECT_EQ(find_conditions({"exit 0"}, run_killed_by(SIGSEGV), false), std::nullopt);
  EXPECT_EQ(find_conditions({"hang"}, run_that_left_with(0), false), std::nullopt);
  EXPECT_THAT(find_conditions({"hang"}, run_killed_by(SIGKILL), false),
              Optional(ElementsAre("hang")));
}

}  // namespace
}  // namespace cutaway
