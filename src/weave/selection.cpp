// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "weave/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "inside/nearest_names.h"
#include "inside/patterns.h"

namespace cutaway {
namespace {

InsidePatterns parse(const std::vector<std::string>& patterns) {
  return InsidePatterns(join(patterns, "\n"));
}

bool is_exclusion(const std::string& pattern) { return pattern.starts_with("-"); }

// What each pattern matches by itself, an exclusion without its `-`. Matching takes a third of a
// second for a large program, so it is done once.
using Matches = std::map<std::string, std::vector<const ProgramFunction*>>;

Matches match_each(const ProgramIndex& program, const std::vector<std::string>& patterns) {
  Matches matches;
  for (const std::string& pattern : patterns)
    matches[pattern] =
        find_functions(program, {is_exclusion(pattern) ? pattern.substr(1) : pattern});
  return matches;
}

std::vector<SelectedUnit> with_patterns(const std::map<uint32_t, uint64_t>& units,
                                        const std::vector<std::string>& patterns,
                                        const Matches& matches) {
  std::vector<SelectedUnit> selected;
  for (const auto& [unit, instruction_count] : units)
    selected.push_back({unit, {}, instruction_count});
  for (const std::string& pattern : patterns) {
    std::set<uint32_t> matched;
    for (const ProgramFunction* function : matches.at(pattern))
      matched.insert(function->units.begin(), function->units.end());
    for (SelectedUnit& each : selected)
      if (is_exclusion(pattern) || matched.contains(each.unit)) each.patterns.push_back(pattern);
  }
  return selected;
}

Error no_match(const ProgramIndex& program, const std::string& pattern) {
  std::vector<std::string> names;
  std::set<std::string> files;
  for (const ProgramFunction& function : program.functions()) {
    names.push_back(function.function->name);
    files.insert(*function.file);
  }
  std::vector<std::string> candidates = names_for_patterns(names, {files.begin(), files.end()});
  std::vector<std::string> nearest = nearest_names(pattern, candidates, 3);
  std::string hint = "cutaway list shows what could be inside";
  if (!nearest.empty()) hint = fmt::format("did you mean '{}'?", join(nearest, "' or '"));
  return user_fault("", fmt::format("no function matches '{}'", pattern), hint);
}

// Class names by which members are matched, with what they derive from.
std::vector<std::string> add_bases(const ProgramIndex& program, std::vector<std::string> patterns) {
  std::vector<std::string> found = patterns;
  std::set<std::string> known(found.begin(), found.end());
  for (bool is_growing = true; is_growing;) {
    is_growing = false;
    InsidePatterns matcher = parse(found);
    for (const Unit& unit : program.units()) {
      for (const std::vector<std::string>& names : unit.classes) {
        // A member stands for its class.
        if (matcher.match(names[0] + "::~", "") != Match::included) continue;
        for (size_t i = 1; i < names.size(); ++i) {
          if (names[i].starts_with("std::") || !known.insert(names[i]).second) continue;
          found.insert(found.begin(), names[i]);  // exclusions of the plan still decide
          is_growing = true;
        }
      }
    }
  }
  return found;
}

}  // namespace

std::vector<const ProgramFunction*> find_functions(const ProgramIndex& program,
                                                   const std::vector<std::string>& patterns) {
  InsidePatterns matcher = parse(patterns);
  std::vector<const ProgramFunction*> found;
  for (const ProgramFunction& function : program.functions()) {
    if (matcher.match(function.name, *function.file) == Match::included) found.push_back(&function);
  }
  return found;
}

Result<Selection> select(const ProgramIndex& program, const Plan& plan) {
  Selection selection;
  selection.patterns = patterns_of(plan);
  if (selection.patterns.empty()) {
    return Error{ErrorCode::Usage, "", "the inside is empty: the plan names nothing",
                 "cutaway record --inside ns::Class -- ./program"};
  }
  if (plan.with_bases) selection.patterns = add_bases(program, selection.patterns);
  const Matches matches = match_each(program, selection.patterns);
  for (const std::string& pattern : plan.inside)
    if (matches.at(pattern).empty()) return no_match(program, pattern);
  const bool is_one = selection.patterns.size() == 1 && !is_exclusion(selection.patterns[0]);
  std::map<uint32_t, uint64_t> units;
  for (const ProgramFunction* function :
       is_one ? matches.begin()->second : find_functions(program, selection.patterns)) {
    ++selection.function_count;
    selection.instruction_count += function->function->instructions;
    for (uint32_t unit : function->units) units[unit] += function->function->instructions;
  }
  selection.units = with_patterns(units, selection.patterns, matches);
  if (selection.units.empty()) {
    return user_fault("", "the inside is empty: the exclusions leave nothing",
                      "cutaway list shows what could be inside");
  }
  return selection;
}

}  // namespace cutaway
