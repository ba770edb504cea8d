// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tool as a user calls it: exit codes and texts of errors.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "base/process.h"
#include "recording/json.h"
#include "recording/raw_log.h"
#include "support/stream_builder.h"

namespace cutaway::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class ToolTest : public testing::Test {
 protected:
  ProcessOutput run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), CUTAWAY_TOOL);
    auto output = run_and_capture(arguments);
    EXPECT_TRUE(output);
    return *output;
  }
  std::string write(const std::string& name, const std::string& content) {
    std::string path = folder_.path() + "/" + name;
    auto fd = open_file(path, O_RDWR | O_CREAT | O_TRUNC);
    EXPECT_TRUE(write_all(fd->get(), content, path));
    return path;
  }
  void expect_fault(std::vector<std::string> arguments, int status, const char* text) {
    ProcessOutput output = run(std::move(arguments));
    EXPECT_EQ(output.end.exit_status, status) << output.text;
    EXPECT_THAT(output.text, AllOf(HasSubstr("cutaway: error: "), HasSubstr(text)));
  }

  TempDir folder_ = *TempDir::create();
};

TEST_F(ToolTest, UsageErrorsExitWith2) {
  expect_fault({}, 2, "hint: cutaway --help");
  expect_fault({"frobnicate"}, 2, "hint: cutaway --help");
  expect_fault({"record"}, 2, "expected a program");
  expect_fault({"replay"}, 2, "hint: cutaway replay --help");
  expect_fault({"show", "x", "--no-such-option"}, 2, "hint: cutaway show --help");
  expect_fault({"record", "--max-size", "1X", "--", "/bin/true"}, 2, "not a size");
}

TEST_F(ToolTest, UserFaultsExitWith1) {
  expect_fault({"show", "/no/such.cut"}, 1, "/no/such.cut: cannot open: No such file");
  expect_fault({"replay", write("text", "hello")}, 1, "not a recording");
  expect_fault({"record", "--", "/bin/true"}, 1, "nothing of it is inside");
  expect_fault({"record", "--", "/no/such/program"}, 1, "program not found");
  expect_fault({"record", "--", write("script", "#!/bin/sh\n")}, 1, "is a script");
  expect_fault({"show", folder_.path()}, 1, "is a directory");
}

TEST_F(ToolTest, ShowsARecording) {
  RunInfo info;
  info.arguments = {"./app", "x y"};
  ProcessOutput output = run({"show", write("run.cut", packed(sample().words(), info))});
  EXPECT_EQ(output.end.exit_status, 0);
  EXPECT_THAT(
      output.text,
      AllOf(HasSubstr("command    ./app 'x y'"), HasSubstr("parse(text = 0x555555550000 \"hello\""),
            HasSubstr("-- thread 1 --"), HasSubstr("the program ran to exit()")));
}

TEST_F(ToolTest, ShowsARangeOfIncalls) {
  ProcessOutput output =
      run({"show", "--from", "2", "--count", "1", write("run.cut", packed(sample().words()))});
  EXPECT_THAT(output.text, AllOf(HasSubstr("#2"), testing::Not(HasSubstr("#1 ")),
                                 testing::Not(HasSubstr("#3"))));
}

TEST_F(ToolTest, ShowsJsonLines) {
  ProcessOutput output = run({"show", "--json", write("run.cut", packed(sample().words()))});
  std::istringstream lines(output.text);
  std::string line;
  Json last;
  while (std::getline(lines, line)) {
    last = Json::parse(line, nullptr, false);
    ASSERT_TRUE(last.is_object()) << line;
  }
  EXPECT_EQ(last["kind"], "end");
  EXPECT_EQ(last["incalls"], 5);
}

TEST_F(ToolTest, ShowsTheUsablePartOfADamagedRecording) {
  std::string bytes = packed(sample().words());
  ProcessOutput output = run({"show", write("run.cut", bytes.substr(0, bytes.size() - 5))});
  EXPECT_EQ(output.end.exit_status, 0);
  EXPECT_THAT(output.text,
              AllOf(HasSubstr("#1"), HasSubstr("warning"), HasSubstr("damaged from byte")));
}

TEST_F(ToolTest, RefusesToReplayWithoutTheProgram) {
  RunInfo info;
  info.program = "/no/such/program";
  expect_fault({"replay", write("run.cut", packed(sample().words(), info))}, 1,
               "the recorded program is not there");
}

TEST_F(ToolTest, RefusesToReplayAnotherBuild) {
  RunInfo info;
  info.program = real_path("/bin/true");
  expect_fault({"replay", write("run.cut", packed(sample().words(), info))}, 1,
               "recording of another build");
}

TEST_F(ToolTest, FinishesTheLogOfAKilledRun) {
  std::vector<std::byte> header = raw_log_header(false, 1);
  Words words = sample().words();
  std::string log(reinterpret_cast<const char*>(header.data()), header.size());
  log.append(reinterpret_cast<const char*>(words.data()), words.size() * 8);
  std::string raw = write("run.cut.raw", log);
  ProcessOutput output = run({"record", "--finish", raw});
  EXPECT_EQ(output.end.exit_status, 0) << output.text;
  EXPECT_THAT(output.text, HasSubstr("5 incalls"));
  EXPECT_TRUE(is_file(folder_.path() + "/run.cut"));
  EXPECT_FALSE(is_file(raw));
}

TEST_F(ToolTest, FinishingReplacesNothingUnasked) {
  std::vector<std::byte> header = raw_log_header(false, 1);
  std::string raw = write("run.cut.raw",
                          std::string(reinterpret_cast<const char*>(header.data()), header.size()));
  write("run.cut", "precious");
  expect_fault({"record", "--finish", raw}, 1, "file exists already");
  EXPECT_TRUE(is_file(raw));
}

TEST_F(ToolTest, DoctorTellsWhatAProgramLacks) {
  ProcessOutput output = run({"doctor", "--json", "/bin/true"});
  EXPECT_EQ(output.end.exit_status, 1);
  Json report = Json::parse(output.text, nullptr, false);
  ASSERT_TRUE(report.is_object()) << output.text;
  EXPECT_EQ(report["can_record"], false);
}

}  // namespace
}  // namespace cutaway::test
