// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "debug/levels.h"

#include <algorithm>
#include <map>

namespace cutaway {

std::vector<std::vector<std::string>> find_levels(const std::vector<Frame>& stack,
                                                  const std::vector<WovenFunction>& functions) {
  std::map<std::string, std::string> group_of;
  std::string main_group;
  for (const WovenFunction& function : functions) {
    group_of[function.name] = function.group;
    if (function.name == "main") main_group = function.group;
  }
  std::vector<std::vector<std::string>> levels;
  for (const Frame& frame : stack) {
    auto found = group_of.find(frame.linkage_name);
    if (found == group_of.end() || found->second.empty()) continue;
    const std::string& group = found->second;
    if (group == main_group && !levels.empty()) break;
    std::vector<std::string> groups = levels.empty() ? std::vector<std::string>() : levels.back();
    if (std::ranges::find(groups, group) != groups.end()) continue;
    groups.push_back(group);
    levels.push_back(std::move(groups));
  }
  return levels;
}

std::string display_name(const std::string& group) {
  // "/path/file.cc: Class" of a class that is local to a file.
  size_t colon = group.rfind(": ");
  if (colon != std::string::npos) return group.substr(colon + 2);
  return group.starts_with("/") ? group.substr(group.rfind('/') + 1) : group;
}

}  // namespace cutaway
