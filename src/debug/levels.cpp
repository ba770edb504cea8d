// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "debug/levels.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace cutaway {

namespace {

bool is_of_library(const std::string& group) {
  return group.starts_with("std::") || group.starts_with("__gnu_cxx::");
}

bool holds(const std::vector<std::string>& groups, const std::string& group) {
  return std::ranges::find(groups, group) != groups.end();
}

// The last level and all groups of functions for which `is_wanted`, if there are any more.
void add_wider(std::string name, const std::vector<WovenFunction>& functions,
               const std::function<bool(const WovenFunction&)>& is_wanted,
               std::vector<LevelPlan>* levels) {
  LevelPlan level{std::move(name), levels->back().groups};
  std::set<std::string> others;
  for (const WovenFunction& function : functions) {
    const std::string& group = function.group;
    if (group.empty() || is_of_library(group) || holds(level.groups, group)) continue;
    if (is_wanted(function)) others.insert(group);
  }
  if (others.empty()) return;
  level.groups.insert(level.groups.end(), others.begin(), others.end());
  levels->push_back(std::move(level));
}

std::set<std::string> files_of(const LevelPlan& level,
                               const std::vector<WovenFunction>& functions) {
  std::set<std::string> files;
  for (const WovenFunction& function : functions)
    if (!function.file.empty() && holds(level.groups, function.group)) files.insert(function.file);
  return files;
}

// `main` is a group with what is local to its file; this is that of the other functions there.
std::string rest_of_file(const std::string& main_group) {
  return main_group.substr(0, main_group.rfind(": "));
}

// Along the stack, up to `main` or to what is in its file, unless the failure is there.
std::vector<LevelPlan> stack_levels(const Failure& failure,
                                    const std::vector<WovenFunction>& functions,
                                    const std::string& main_group) {
  std::map<std::string, std::string> group_of;
  for (const WovenFunction& function : functions) group_of[function.name] = function.group;
  std::vector<LevelPlan> levels;
  for (const Frame& frame : failure.stack) {
    auto found = group_of.find(frame.linkage_name);
    if (found == group_of.end() || found->second.empty() || is_of_library(found->second)) continue;
    const std::string& group = found->second;
    bool is_of_main = group == main_group || group == rest_of_file(main_group);
    LevelPlan level = levels.empty() ? LevelPlan() : levels.back();
    if (holds(level.groups, group)) continue;
    if (is_of_main && !levels.empty()) break;
    level.name = display_name(group);
    level.groups.push_back(group);
    levels.push_back(std::move(level));
  }
  return levels;
}

}  // namespace

std::vector<LevelPlan> find_levels(const Failure& failure,
                                   const std::vector<WovenFunction>& functions) {
  auto main = std::ranges::find(functions, "main", &WovenFunction::name);
  std::string main_group = main != functions.end() ? main->group : "";
  std::vector<LevelPlan> levels = stack_levels(failure, functions, main_group);
  bool has_main = main_group.empty() || levels.empty() || holds(levels.back().groups, main_group);
  if (has_main) return levels;
  std::set<std::string> files = files_of(levels.back(), functions);
  std::string main_file = rest_of_file(main_group);
  auto is_of_main = [&](const WovenFunction& function) {
    return function.group == main_group || function.group == main_file;
  };
  add_wider(
      "all of their files", functions,
      [&](const WovenFunction& function) {
        return files.contains(function.file) && !is_of_main(function);
      },
      &levels);
  add_wider(
      "all but " + display_name(main_file), functions,
      [&](const WovenFunction& function) { return !is_of_main(function); }, &levels);
  if (failure.kind == FailureKind::Overflow) levels = {levels.back()};
  return levels;
}

std::string display_name(const std::string& group) {
  // "/path/file.cc: Class" of a class that is local to a file.
  size_t colon = group.rfind(": ");
  if (colon != std::string::npos) return group.substr(colon + 2);
  return group.starts_with("/") ? group.substr(group.rfind('/') + 1) : group;
}

}  // namespace cutaway
