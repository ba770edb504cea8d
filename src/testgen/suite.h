// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A folder of regression tests, each from one recording, none without use: a test that covers
// nothing of the inside which those before it do not cover is left out.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"
#include "testgen/testgen.h"

namespace cutaway {

struct SuiteEntry {
  std::string recording;
  std::string test;         // path; empty: none was added
  uint64_t covered = 0;     // places of the inside's code that it runs
  uint64_t new_places = 0;  // of these, what no other test of the suite runs
  std::string problem;      // why it cannot be written; empty: it was, or it covers nothing new
};

struct SuiteOptions {
  std::string folder;
  std::vector<std::string> recordings;
  std::string program;  // as of TestgenOptions
  TestFramework framework = TestFramework::GoogleTest;
};

// Adds tests to the suite in `folder`, which is made if it is not there, and writes the CMake
// snippet suite.cmake that builds them: one program for all tests that define no function of the
// program themselves, and one for each other test. suite.json says what is covered.
Result<std::vector<SuiteEntry>> add_to_suite(const SuiteOptions& options);

}  // namespace cutaway
