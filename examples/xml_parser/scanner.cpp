// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scanner.h"

#include <cassert>
#include <cctype>

namespace nano {

ParseError::ParseError(int line, const std::string& what)
    : std::runtime_error("line " + std::to_string(line) + ": " + what) {}

Scanner::Scanner(std::string_view text) : text_(text) {}

bool Scanner::is_at_end() const { return position_ == text_.size(); }

int Scanner::line() const { return line_; }

char Scanner::peek() const { return is_at_end() ? '\0' : text_[position_]; }

char Scanner::take() {
  if (is_at_end()) throw ParseError(line_, "the text ends too early");
  if (text_[position_] == '\n') ++line_;
  return text_[position_++];
}

bool Scanner::skip(std::string_view expected) {
  if (text_.substr(position_, expected.size()) != expected) return false;
  for (size_t i = 0; i < expected.size(); ++i) take();
  return true;
}

void Scanner::skip_blanks() {
  while (std::isspace(static_cast<unsigned char>(peek())) != 0) take();
}

std::string Scanner::take_name() {
  std::string name;
  while (std::isalnum(static_cast<unsigned char>(peek())) != 0 || peek() == '-' || peek() == '_' ||
         peek() == ':' || peek() == '.') {
    name += take();
  }
  if (name.empty()) throw ParseError(line_, "a name is missing");
  return name;
}

std::string_view Scanner::take_until(std::string_view stop) {
  if (text_.find(stop, position_) == std::string_view::npos) {
    throw ParseError(line_, "no " + std::string(stop));
  }
  const size_t begin = position_;
  size_t matched = 0;
  while (matched < stop.size()) {
    assert(position_ < text_.size());
    const char c = text_[position_++];
    if (c == '\n') ++line_;
    // Defect "cdata": a mismatch forgets too much, "]]]>" does not end with "]]>".
    matched = c == stop[matched] ? matched + 1 : 0;
  }
  return text_.substr(begin, position_ - begin - stop.size());
}

std::string_view Scanner::take_text() {
  const size_t begin = position_;
  while (!is_at_end() && peek() != '<') take();
  return text_.substr(begin, position_ - begin);
}

}  // namespace nano
