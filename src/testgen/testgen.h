// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns a recording, shrunk to few calls, into a unit test that a person can read and keep.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "replay/replay_session.h"
#include "testgen/test_file.h"

namespace cutaway {

enum class TestKind {
  Any,         // standalone if it can be written so, else replay
  Standalone,  // source alone
  Replay,      // with the recorded state in a file beside it
};

struct TestgenOptions {
  TestKind kind = TestKind::Any;
  std::string recording;
  std::string folder;   // where the test goes
  std::string program;  // as it was built, with marks; empty: as the recording names it
  TestFramework framework = TestFramework::GoogleTest;
  TestMode mode = TestMode::Reproduce;
  bool is_checked = true;  // built and run, to see that it fails as recorded
  bool may_replace = false;
  bool measures_coverage = false;  // of a regression test
  uint64_t number = 0;             // of a test of a suite, part of its name; 0: none
  std::string name;                // of the test; empty: after what it is about
  size_t most_calls = 200;         // nobody reads more
  std::string obstacle;            // why a replay test is asked for; empty: the user wants it
  ReplayOptions replay;
};

struct GeneratedTest {
  std::string path;
  std::string cmake_path;
  Failure failure;
  uint64_t calls = 0;
  TestKind kind = TestKind::Standalone;
  std::string data_path;              // of a replay test
  std::vector<std::string> beside;    // other files that the test needs
  std::string obstacle;               // why it does not stand alone
  std::vector<std::string> left_out;  // why, for each call that is not in it
  uint64_t expectations = 0;          // of a regression test
  bool is_checked = false;
  std::vector<std::string> sources;  // of the program that it links
  std::vector<std::string> include_dirs;
  std::vector<std::string> compile_options;
  std::vector<std::string> libraries;
  bool defines_functions = false;    // in place of the program's or a library's
  std::vector<std::string> covered;  // "function file:line" of the sources, sorted
};

// What the message of an error starts with if the calls cannot be written as source.
constexpr std::string_view k_no_standalone = "no standalone test can be written: ";

// Fails with UserFault and the reason if the calls cannot be written as source, or if what was
// written does not fail as recorded.
Result<GeneratedTest> generate_test(const TestgenOptions& options);

}  // namespace cutaway
