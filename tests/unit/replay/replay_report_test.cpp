// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "replay/replay_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cutaway {
namespace {

using testing::HasSubstr;

std::string render(const Json& report) { return render_report(explain_report(report), "run.cut"); }

const Json k_divergence = {
    {"outcome", "diverged"},
    {"event", 31},
    {"incall", 5},
    {"thread", 0},
    {"function", "name=_Z4bookii\nfile=l.cc\nline=9\nargs=i4 a int;i4 b int\nret=i4  int\n"},
    {"what", "argument"},
    {"index", 1},
    {"expected", "0xffffffff"},
    {"actual", "0x2"},
    {"site", "name=out_log\nfile=l.cc\nline=12\nargs=p8 who const char *;i4 amount int\nret=\n"},
    {"last_crossings",
     {{{"kind", "incall"},
       {"incall", 5},
       {"text", "name=_Z4bookii\nfile=l.cc\nline=9\nargs=i4 a int;i4 b int\nret=\n"},
       {"values", {"0x1", "0x2"}}},
      {{"kind", "outcall"},
       {"incall", 5},
       {"text", "name=rate\nargs=i4 a int\nret=f8  double\n"},
       {"values", {"0x0", "0x1"}}},
      {{"kind", "outcall return"},
       {"incall", 5},
       {"text", "name=rate\nargs=\nret=f8  double\n"},
       {"values", {"0x3ff8000000000000"}}}}},
};

TEST(ReplayReport, NamesCallArgumentAndValues) {
  EXPECT_EQ(render(k_divergence),
            "run.cut: replay diverged in incall 5 at event 31, thread 0\n"
            "  incall: book at l.cc:9\n"
            "  call: out_log at l.cc:12\n"
            "  argument amount (int): expected -1, got 2\n"
            "  last crossings:\n"
            "    #5 book(a = 1, b = 2)  at l.cc:9\n"
            "    calls rate(a = 1)\n"
            "    rate returns 1.5\n"
            "next: cutaway replay run.cut --gdb 5\n");
}

TEST(ReplayReport, SaysThatTheEndWasReached) {
  Json report = {{"outcome", "followed"}, {"incalls", 3},        {"outcalls", 1040560},
                 {"events", 9},           {"patched_bytes", 12}, {"ended", "exit"}};
  EXPECT_EQ(render(report),
            "run.cut: replay followed the recording to its end: 3 incalls, 1,040,560 outcalls, 9 "
            "events, 12 bytes patched\n");
}

TEST(ReplayReport, SaysThatTheFailureHappenedAgain) {
  Json report = {
      {"outcome", "followed"},
      {"ended", "failure"},
      {"failure",
       {{"signal", 11}, {"address", "0x10"}, {"pc", "/none+0x40"}, {"reproduced", true}}}};
  EXPECT_THAT(render(report),
              HasSubstr("the recorded failure happened again: SIGSEGV in none+0x40, address 0x10"));
}

TEST(ReplayReport, SaysWhichFailureAShrunkRecordingHas) {
  Json report = {{"outcome", "failure_differs"},
                 {"recorded_failure", {{"text", "abort in f (f.c:3)"}}},
                 {"actual", {{"signal", 0}, {"text", "does not fail"}}}};
  EXPECT_THAT(render(report), HasSubstr("expected abort in f (f.c:3)\n  got does not fail\n"));
}

TEST(ReplayReport, ShowsAnotherFailure) {
  Json report = {{"outcome", "failure_differs"},
                 {"incall", 2},
                 {"expected", {{"signal", 11}, {"address", "0x0"}}},
                 {"actual", {{"signal", 0}, {"text", "incall returns"}}}};
  EXPECT_EQ(render(report),
            "run.cut: the replay failed differently in incall 2\n  expected SIGSEGV, address 0x0\n "
            " got incall returns\n");
}

TEST(ReplayReport, SurvivesReportsOfOtherShape) {
  for (const char* text :
       {"{}", R"({"outcome":"diverged"})", R"({"outcome":7,"last_crossings":[1,{}]})",
        R"({"outcome":"failure_differs","expected":3})"}) {
    EXPECT_FALSE(render(Json::parse(text)).empty()) << text;
  }
}

TEST(ReplayReport, ExitCodes) {
  auto code = [](const char* outcome) { return exit_code_of({{"outcome", outcome}}); };
  EXPECT_EQ(code("followed"), 0);
  EXPECT_EQ(code("stopped"), 0);
  EXPECT_EQ(code("diverged"), 3);
  EXPECT_EQ(code("failure_differs"), 3);
  EXPECT_EQ(code("other_build"), 1);
  EXPECT_EQ(code("failed_to_start"), 1);
  EXPECT_EQ(code("internal_error"), 70);
}

}  // namespace
}  // namespace cutaway
