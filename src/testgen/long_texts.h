// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texts that are too long to be read in a test stand in files beside it, a line of the text on each
// line of source. The test has a constant for each, with the start of the text as a comment.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace cutaway {

// A file in the folder of the test that it needs.
struct FileBeside {
  std::string name;
  std::string content;
};

class LongTexts {
 public:
  explicit LongTexts(std::string test_name) : test_name_(std::move(test_name)) {}

  // `code` with its long literals replaced. An array can only be initialised by a literal: by one
  // that is included there, if `code` is no argument of a macro.
  std::string replace(std::string_view code, bool is_macro_argument);

  // Of the constants; empty if there are none.
  std::string declarations() const;
  const std::vector<FileBeside>& files() const { return files_; }

 private:
  struct Text {
    std::string literal;
    bool has_constant = false;
  };

  // Its index in `texts_`.
  size_t add(std::string_view literal);
  std::string name_of(size_t index) const;

  std::string test_name_;
  std::vector<Text> texts_;
  std::vector<FileBeside> files_;  // of `texts_`
};

}  // namespace cutaway
