// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "debug/levels.h"

#include <algorithm>
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

// Nothing to add: no groups.
LevelPlan all_but(const std::string& main_group, const std::vector<std::string>& before,
                  const std::vector<WovenFunction>& functions) {
  LevelPlan level{"all but " + display_name(main_group), before};
  std::set<std::string> others;
  for (const WovenFunction& function : functions) {
    const std::string& group = function.group;
    if (group.empty() || group == main_group || is_of_library(group)) continue;
    if (!holds(before, group)) others.insert(group);
  }
  if (others.empty()) return {};
  level.groups.insert(level.groups.end(), others.begin(), others.end());
  return level;
}

}  // namespace

std::vector<LevelPlan> find_levels(const std::vector<Frame>& stack,
                                   const std::vector<WovenFunction>& functions) {
  std::map<std::string, std::string> group_of;
  std::string main_group;
  for (const WovenFunction& function : functions) {
    group_of[function.name] = function.group;
    if (function.name == "main") main_group = function.group;
  }
  std::vector<LevelPlan> levels;
  for (const Frame& frame : stack) {
    auto found = group_of.find(frame.linkage_name);
    if (found == group_of.end() || found->second.empty()) continue;
    const std::string& group = found->second;
    if (group == main_group && !levels.empty()) break;
    LevelPlan level = levels.empty() ? LevelPlan() : levels.back();
    if (holds(level.groups, group)) continue;
    level.name = display_name(group);
    level.groups.push_back(group);
    levels.push_back(std::move(level));
  }
  bool has_main = main_group.empty() || levels.empty() || holds(levels.back().groups, main_group);
  if (has_main) return levels;
  LevelPlan widest = all_but(main_group, levels.back().groups, functions);
  if (!widest.groups.empty()) levels.push_back(std::move(widest));
  return levels;
}

std::string display_name(const std::string& group) {
  // "/path/file.cc: Class" of a class that is local to a file.
  size_t colon = group.rfind(": ");
  if (colon != std::string::npos) return group.substr(colon + 2);
  return group.starts_with("/") ? group.substr(group.rfind('/') + 1) : group;
}

}  // namespace cutaway
