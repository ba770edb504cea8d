// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "zoom/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "abi/weave.h"
#include "base/text.h"
#include "inside/nearest_names.h"
#include "inside/patterns.h"

namespace cutaway {
namespace {

constexpr size_t k_suggestions = 3;

// The optimiser makes copies of functions for arguments that it knows.
std::string name_of(const WovenFunction& function) {
  return qualified_name_of(
      std::string_view(function.name).substr(0, function.name.find(".specialized.")));
}

bool is_included(const InsidePatterns& patterns, const WovenFunction& function) {
  std::string path = std::filesystem::path(function.file).lexically_normal().string();
  return patterns.match(name_of(function), path) == Match::included;
}

Error matches_nothing(const std::string& pattern, const std::vector<InsideFunction>& inside,
                      const std::vector<std::string>& defined) {
  InsidePatterns one(pattern);
  bool is_outside = std::any_of(defined.begin(), defined.end(), [&](const std::string& name) {
    return one.match(qualified_name_of(name), "") == Match::included;
  });
  if (is_outside) {
    return user_fault(pattern, "is outside: the recording holds nothing of what it does",
                      "build and record the program again with it inside");
  }
  std::vector<std::string> names;
  std::vector<std::string> files;
  for (const InsideFunction& function : inside) {
    names.push_back(function.woven.name);
    files.push_back(std::filesystem::path(function.woven.file).filename().string());
  }
  auto nearest = nearest_names(pattern, names_for_patterns(names, files), k_suggestions);
  return user_fault(pattern, "matches nothing of the recorded inside",
                    nearest.empty() ? "" : "did you mean " + join(nearest, ", ") + "?");
}

// Excluding patterns may well match nothing.
Status check_patterns(const std::vector<InsideFunction>& inside,
                      const std::vector<std::string>& patterns,
                      const std::vector<std::string>& defined) {
  for (const std::string& pattern : patterns) {
    if (pattern.starts_with("-")) continue;
    InsidePatterns one(pattern);
    bool has_any = std::any_of(inside.begin(), inside.end(), [&](const InsideFunction& function) {
      return is_included(one, function.woven);
    });
    if (!has_any) return matches_nothing(pattern, inside, defined);
  }
  return Ok{};
}

// Calls within a group are not guarded, so it is zoomed to as a whole. Inline code of headers and
// variadic functions belong to whoever calls them.
class GroupCheck {
 public:
  void add(const WovenFunction& function, bool is_selected) {
    if ((function.flags & (k_function_inline | k_function_variadic)) != 0) return;
    Members& members = groups_[function.group];
    (is_selected ? members.selected : members.left) = name_of(function);
  }

  Status result() const {
    for (const auto& [group, members] : groups_) {
      if (members.selected.empty() || members.left.empty()) continue;
      return user_fault(
          group,
          fmt::format("was woven as one and cannot be split: {} is to be inside, {} is not",
                      members.selected, members.left),
          fmt::format("name all of it with --inside '{}', or record again with --zoom-by function",
                      group));
    }
    return Ok{};
  }

 private:
  struct Members {
    std::string selected, left;  // one of each
  };
  std::map<std::string, Members> groups_;
};

}  // namespace

Result<std::vector<InsideFunction>> select_functions(const std::vector<InsideFunction>& inside,
                                                     const std::vector<std::string>& patterns,
                                                     const std::vector<std::string>& defined) {
  CUTAWAY_TRY(check_patterns(inside, patterns, defined));
  InsidePatterns all(join(patterns, "\n"));
  std::vector<InsideFunction> selected;
  GroupCheck groups;
  for (const InsideFunction& function : inside) {
    bool is_selected = is_included(all, function.woven);
    groups.add(function.woven, is_selected);
    if (is_selected) selected.push_back(function);
  }
  if (selected.empty())
    return user_fault(join(patterns, " "), "leaves nothing inside", "drop an excluding pattern");
  if (std::ranges::all_of(
          selected, [](const InsideFunction& function) { return function.woven.group.empty(); })) {
    return user_fault(join(patterns, " "), "is inline code, which belongs to whoever calls it",
                      "record again with --zoom-by function");
  }
  CUTAWAY_TRY(groups.result());
  return selected;
}

Result<std::vector<InsideFunction>> select_groups(const std::vector<InsideFunction>& inside,
                                                  const std::vector<std::string>& groups) {
  std::vector<InsideFunction> selected;
  for (const InsideFunction& function : inside)
    if (std::ranges::find(groups, function.woven.group) != groups.end())
      selected.push_back(function);
  if (selected.empty())
    return user_fault(join(groups, " "), "matches nothing of the recorded inside");
  return selected;
}

}  // namespace cutaway
