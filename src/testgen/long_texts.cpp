// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "testgen/long_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/text.h"

namespace cutaway {
namespace {

constexpr size_t k_long = 240;  // characters of a literal
constexpr size_t k_shown = 48;  // of them in the comment

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// After the quotation mark that closes the one at `from`.
size_t end_of_quoted(std::string_view code, size_t from) {
  char mark = code[from];
  for (size_t at = from + 1; at < code.size(); ++at) {
    if (code[at] == '\\') ++at;
    else if (code[at] == mark) return at + 1;
  }
  return code.size();
}

// After the literal at `from`, which may be one of several pieces.
size_t end_of_literal(std::string_view code, size_t from) {
  size_t end = end_of_quoted(code, from);
  for (;;) {
    size_t next = code.find_first_not_of(" \n", end);
    if (next == std::string_view::npos || code[next] != '"') return end;
    end = end_of_quoted(code, next);
  }
}

// What a literal stands in, from what precedes it.
class Surroundings {
 public:
  void see(char c) {
    if (c == '(' || c == '[' || c == '{') open_ += c;
    if ((c == ')' || c == ']' || c == '}') && !open_.empty()) open_.pop_back();
    if (c == ' ' || c == '\n') return;
    before_last_ = last_;
    last_ = c;
  }
  // "char name[] = ", or an element of an aggregate.
  bool is_initialiser() const {
    bool is_element = open_.ends_with('{') && (last_ == '{' || last_ == ',' || last_ == '=');
    return is_element || (last_ == '=' && before_last_ == ']');
  }
  bool is_prefixed() const { return is_name(last_); }

 private:
  std::string open_;
  char last_ = ' ';
  char before_last_ = ' ';
};

// Each line of the text on a line of its own.
std::string in_lines(std::string_view literal) {
  std::string lines(literal);
  for (size_t at = 0; (at = lines.find('\\', at)) != std::string::npos; at += 2) {
    if (lines[at + 1] != 'n' || lines[at + 2] == '"') continue;
    lines.insert(at + 2, "\"\n\"");
    at += 3;
  }
  return lines + "\n";
}

// The start of the text, without half of an escape.
std::string start_of(std::string_view literal) {
  size_t end = 1;
  while (end < k_shown) {
    bool is_escape = literal[end] == '\\';
    end += !is_escape ? 1 : literal[end + 1] == 'x' ? 4 : 2;
  }
  return std::string(literal.substr(0, end));
}

}  // namespace

size_t LongTexts::add(std::string_view literal) {
  for (size_t i = 0; i < texts_.size(); ++i)
    if (texts_[i].literal == literal) return i;
  texts_.push_back({std::string(literal)});
  files_.push_back(
      {fmt::format("{}_text{}.inc", test_name_, texts_.size()), in_lines(texts_.back().literal)});
  return texts_.size() - 1;
}

std::string LongTexts::name_of(size_t index) const { return fmt::format("k_text{}", index + 1); }

std::string LongTexts::replace(std::string_view code, bool is_macro_argument) {
  std::string replaced;
  Surroundings surroundings;
  for (size_t at = 0; at < code.size();) {
    size_t end = at + 1;
    if (code.substr(at).starts_with("//")) end = std::min(code.find('\n', at), code.size());
    else if (code[at] == '\'') end = end_of_quoted(code, at);
    else if (code[at] == '"') end = end_of_literal(code, at);
    std::string_view part = code.substr(at, end - at);
    bool is_long = part[0] == '"' && part.size() > k_long && !surroundings.is_prefixed();
    bool is_initialiser = surroundings.is_initialiser();
    if (!is_long || (is_initialiser && is_macro_argument)) {
      replaced += part;
    } else if (is_initialiser) {
      replaced += fmt::format("\n#include \"{}\"\n", files_[add(part)].name);
    } else {
      size_t index = add(part);
      texts_[index].has_constant = true;
      replaced += name_of(index);
    }
    surroundings.see(part[0]);
    at = end;
  }
  return replaced;
}

std::string LongTexts::declarations() const {
  std::string text;
  for (size_t i = 0; i < texts_.size(); ++i) {
    if (!texts_[i].has_constant) continue;
    text += fmt::format("// {}...\nconst char {}[] =\n#include \"{}\"\n    ;\n",
                        start_of(texts_[i].literal), name_of(i), files_[i].name);
  }
  return text.empty() ? "" : "namespace {\n" + text + "}  // namespace\n";
}

}  // namespace cutaway
