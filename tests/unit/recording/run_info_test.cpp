// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/run_info.h"

#include <gtest/gtest.h>

namespace cutaway {
namespace {

TEST(RunInfo, SurvivesItsFile) {
  RunInfo info;
  info.arguments = {"app", "--x", "\xff not UTF-8"};
  info.plan = {"ns::Class", "-src/**"};
  info.duration_s = 1.5;
  info.has_ended = true;
  info.signal = 11;
  auto copy = parse_run_info(to_json_text(info));
  ASSERT_TRUE(copy);
  EXPECT_EQ(copy->arguments[1], "--x");
  EXPECT_EQ(copy->plan, info.plan);
  EXPECT_EQ(copy->duration_s, 1.5);
  EXPECT_EQ(describe_end(*copy), "killed by SIGSEGV");
}

TEST(RunInfo, KeepsTheFailure) {
  RunInfo info;
  info.failure = R"({"kind":"abort","text":"abort in f"})";
  auto copy = parse_run_info(to_json_text(info));
  ASSERT_TRUE(copy);
  EXPECT_EQ(copy->failure, info.failure);
}

TEST(RunInfo, KeepsWhichBlocksWereGivenBack) {
  RunInfo info;
  EXPECT_FALSE(parse_run_info(to_json_text(info))->releases);  // an older recording has no list
  info.releases = {{1, 5, k_release_left_out}, {2, 7, 0}};
  auto copy = parse_run_info(to_json_text(info));
  ASSERT_TRUE(copy && copy->releases);
  ASSERT_EQ(copy->releases->size(), 2u);
  EXPECT_EQ(copy->releases->at(0).by, k_release_left_out);
  EXPECT_EQ(copy->releases->at(1).crossing, 7u);
}

TEST(RunInfo, IgnoresFieldsOfOtherTypes) {
  auto info = parse_run_info(
      R"({"exit_status": 1e300, "arguments": "x", "plan": [1, "y"], "program": 7, "failure": 1})");
  ASSERT_TRUE(info);
  EXPECT_TRUE(info->failure.empty());
  EXPECT_EQ(info->exit_status, 0);
  EXPECT_TRUE(info->arguments.empty());
  EXPECT_EQ(info->plan, std::vector<std::string>{"y"});
}

}  // namespace
}  // namespace cutaway
