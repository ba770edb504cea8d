// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Takes an XML text apart, character by character.
#pragma once
#include <stdexcept>
#include <string>
#include <string_view>

namespace nano {

// The text is not well-formed.
struct ParseError : std::runtime_error {
  ParseError(int line, const std::string& what);
};

class Scanner {
 public:
  // The text must outlive the scanner.
  explicit Scanner(std::string_view text);

  bool is_at_end() const;
  int line() const;

  // 0 at the end.
  char peek() const;

  // Throws ParseError at the end.
  char take();

  // Skips `expected` if the text goes on with it.
  bool skip(std::string_view expected);
  void skip_blanks();

  // Throws ParseError if there is none.
  std::string take_name();

  // Takes the text before `stop` and skips `stop`. Throws ParseError if there is none.
  std::string_view take_until(std::string_view stop);

  // Takes the text before the next markup or the end.
  std::string_view take_text();

 private:
  std::string_view text_;
  size_t position_ = 0;
  int line_ = 1;
};

}  // namespace nano
