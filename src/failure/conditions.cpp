// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "failure/conditions.h"

#include <fmt/format.h>
#include <regex.h>

#include <algorithm>
#include <csignal>

namespace cutaway {
namespace {

constexpr const char* k_any_status = "exit nonzero";

Error bad_condition(const std::string& text, const std::string& why) {
  return Error{ErrorCode::Usage, text, "is no condition" + (why.empty() ? "" : ": " + why),
               "exit 3, exit nonzero, stdout ~ regex, stderr contains text, sanitizer"};
}

// The first word; takes it and the spaces around it off `rest`.
std::string take_word(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  std::string word(rest.substr(0, rest.find(' ')));
  rest.remove_prefix(word.size());
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  return word;
}

Result<std::string> parse_exit(const std::string& text, std::string_view rest) {
  if (rest == "nonzero") return std::string(k_any_status);
  bool is_number = !rest.empty() && rest.size() <= 3 &&
                   std::ranges::all_of(rest, [](char c) { return c >= '0' && c <= '9'; });
  if (!is_number || std::stoi(std::string(rest)) > 255)
    return bad_condition(text, "expected a status from 0 to 255, or nonzero");
  return fmt::format("exit {}", std::stoi(std::string(rest)));
}

Status check_regex(const std::string& text, const std::string& pattern) {
  regex_t compiled;
  int problem = ::regcomp(&compiled, pattern.c_str(), REG_EXTENDED | REG_NEWLINE | REG_NOSUB);
  if (problem != 0) {
    char why[128];
    ::regerror(problem, &compiled, why, sizeof why);
    return bad_condition(text, why);
  }
  ::regfree(&compiled);
  return Ok{};
}

Result<std::string> parse_output(const std::string& text, const std::string& stream,
                                 std::string_view rest) {
  std::string how = take_word(rest);
  if (how != "~" && how != "contains") return bad_condition(text, "expected ~ or contains");
  if (rest.empty() || rest.find('\n') != std::string_view::npos)
    return bad_condition(text, "expected one line to look for");
  if (how == "~") CUTAWAY_TRY(check_regex(text, std::string(rest)));
  return fmt::format("{} {} {}", stream, how, rest);
}

}  // namespace

Result<std::string> parse_condition(const std::string& text) {
  std::string_view rest = text;
  std::string first = take_word(rest);
  if (first == "exit") return parse_exit(text, rest);
  if (first == "stdout" || first == "stderr") return parse_output(text, first, rest);
  if (first == "sanitizer" && rest.empty()) return first;
  return bad_condition(text, "");
}

std::optional<std::vector<std::string>> find_conditions(const std::vector<std::string>& wanted,
                                                        const RunInfo& run, bool has_reports) {
  if (wanted.empty()) {
    if (run.signal != 0) return std::vector<std::string>();
    if (run.exit_status != 0) return std::vector{fmt::format("exit {}", run.exit_status)};
    if (has_reports) return std::vector<std::string>{"sanitizer"};
    return std::nullopt;
  }
  std::string status = fmt::format("exit {}", run.exit_status);
  std::vector<std::string> found;
  for (const std::string& condition : wanted) {
    bool is_exit = condition.starts_with("exit ");
    bool holds = condition == k_any_status ? run.exit_status != 0 : condition == status;
    if (is_exit && (run.signal != 0 || !holds)) return std::nullopt;
    if (condition == "hang" && run.signal != SIGKILL) return std::nullopt;
    found.push_back(is_exit ? status : condition);
  }
  return found;
}

bool are_seen_by_replay(const std::vector<std::string>& conditions) {
  return std::ranges::any_of(conditions, [](const std::string& condition) {
    return condition.starts_with("std") || condition == "sanitizer";
  });
}

bool has_hang(const std::vector<std::string>& conditions) {
  return std::ranges::find(conditions, "hang") != conditions.end();
}

}  // namespace cutaway
