// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The second kind of test, for what cannot be written as source: the calls are listed, and their
// state is in a recording beside the test (docs/replay-test.md).
#pragma once
#include <string>
#include <vector>

#include "replay/replay_session.h"
#include "testgen/script.h"
#include "testgen/test_file.h"

namespace cutaway {

struct WrittenReplayTest {
  TestText text;
  TestCompilation compilation;
};

struct ReplayTestOptions {
  std::string recording;
  std::string data_folder;  // where the data file goes, as the name of the test and .cut
  TestPlace place;
  TestFramework framework = TestFramework::GoogleTest;
  TestMode mode = TestMode::Reproduce;
  bool is_checked = true;
  ReplayOptions replay;
  std::vector<std::string> link_arguments;
};

// Writes the data file, builds the inside's sources with it and checks that it fails as recorded.
Result<WrittenReplayTest> make_replay_test(const Script& script, const Failure& failure,
                                           DebugTypes* types, const std::string& obstacle,
                                           const ReplayTestOptions& options);

}  // namespace cutaway
