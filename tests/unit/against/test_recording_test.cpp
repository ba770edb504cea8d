// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a replay test is told.
#include "against/test_recording.h"

#include <gtest/gtest.h>

namespace cutaway {
namespace {

Json report(const std::string& outcome, const std::string& failure) {
  return {{"recording", "a.cut"},  {"against", "/test"},
          {"outcome", outcome},    {"differences", Json::array()},
          {"difference_count", 0}, {"incalls", 1},
          {"recorded_incalls", 1}, {"gone", Json::array()},
          {"stopped", false},      {"failure", {{"difference", failure}}}};
}

std::string word(const Json& report) {
  std::string text = describe_test(report);
  return text.substr(0, text.find('\n'));
}

TEST(DescribeTest, PassesIfTheFailureIsGone) {
  EXPECT_EQ(word(report("differs", "gone")), "passes");
}

TEST(DescribeTest, FailsAsRecorded) {
  EXPECT_EQ(word(report("same", "same")), "fails_as_recorded");
}

TEST(DescribeTest, FailsOtherwise) {
  EXPECT_EQ(word(report("differs", "other")), "fails_otherwise");
}

TEST(DescribeTest, DoesNotPassIfAFunctionIsGone) {
  EXPECT_EQ(word(report("cannot_run", "gone")), "cannot_run");
}

TEST(DescribeTest, DoesNotPassOnAnAnswerThatNobodyKnows) {
  Json made_up = report("differs", "gone");
  made_up["differences"].push_back(
      {{"what", "extra"}, {"incall", 1}, {"answered", false}, {"call", "calls ask()"}});
  EXPECT_EQ(word(made_up), "cannot_run");
  made_up["differences"][0]["answered"] = true;
  EXPECT_EQ(word(made_up), "passes");
}

}  // namespace
}  // namespace cutaway
