// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a generated test is built: the command in its header, its CMake snippet, and what its
// includes are called.
#pragma once
#include <string>
#include <vector>

#include "testgen/parts.h"

namespace cutaway {

enum class TestFramework { GoogleTest, Catch2, Doctest };

struct BuiltTest {
  std::string name;    // "period_crash_test"
  std::string folder;  // where it is written, absolute
  TestFramework framework = TestFramework::GoogleTest;
  bool is_replay = false;  // its state is in `name`.cut
};

class TestBuild {
 public:
  // `headers` are absolute paths.
  TestBuild(BuiltTest test, const std::vector<std::string>& headers,
            const TestCompilation& compilation);

  // For a comment: lines after the first begin with "//".
  std::string command() const { return test_.is_replay ? replay_command() : plain_command(); }
  std::string cmake() const;
  const std::vector<std::string>& headers() const { return headers_; }
  const std::vector<std::string>& folders() const { return folders_; }
  // The file beside the test that has the program's main. Empty: none is needed.
  std::string main_name() const;
  std::string main_text() const;

 private:
  std::string relative(const std::string& path) const;
  std::vector<std::string> include_options(bool is_of_test) const;
  std::vector<std::string> libraries() const;
  std::vector<std::string> sources() const;
  std::string plain_command() const;
  std::string replay_command() const;

  BuiltTest test_;
  const TestCompilation& compilation_;
  std::vector<std::string> headers_;  // as includes name them
  std::vector<std::string> folders_;  // to look for them in
};

// How a test is told of a folder for includes. Behind the system's, if C sources have a header
// there by a name of the C library: their own `time.h` is not meant for the test's framework.
std::string include_option_of_test(const TestCompilation& compilation, const std::string& folder);

// The text of a source that includes the file at `path`, but has no main.
std::string rename_main(const std::string& path);

}  // namespace cutaway
