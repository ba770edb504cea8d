// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/inside_patterns.h"

#include <algorithm>

#include "driver/plan_file.h"

namespace cutaway::driver {

std::vector<std::string> split_patterns(std::string_view text) {
  std::vector<std::string> patterns(1);
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("::")) {
      patterns.back() += "::";
      ++i;
    } else if (text[i] == ':' || text[i] == '\n') {
      patterns.emplace_back();
    } else {
      patterns.back() += text[i];
    }
  }
  std::erase(patterns, "");
  return patterns;
}

namespace {

std::vector<std::string> patterns_of(const std::string& path) {
  PlanFile plan = read_plan_file(path);
  if (plan.with_bases) {
    throw UsageError{path + ": \"with_bases\" needs the whole program, not one file of it",
                     "name the base classes, or choose the cut later: cutaway record --plan"};
  }
  if (plan.is_whole_program) plan.inside.insert(plan.inside.begin(), "*");
  return plan.inside;
}

}  // namespace

std::vector<std::string> collect_patterns(const CommandLine& line, const char* environment) {
  std::vector<std::string> patterns;
  const auto add = [&](const std::vector<std::string>& more) {
    for (const std::string& pattern : more) {
      if (std::ranges::find(patterns, pattern) == patterns.end()) patterns.push_back(pattern);
    }
  };
  add(line.inside);
  for (const std::string& path : line.plans) add(patterns_of(path));
  if (environment != nullptr) add(split_patterns(environment));
  return patterns;
}

}  // namespace cutaway::driver
