// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The plan: what the inside is. A JSON file that people may write by hand (docs/plan.md):
//   {"inside": ["ns::Class", "src/zone.cc", "-ns::Class::debug"], "with_bases": true}
#pragma once
#include <string>
#include <vector>

#include "base/result.h"

namespace cutaway {

struct Plan {
  std::vector<std::string> inside;  // patterns; the last that matches decides
  bool with_bases = false;          // base classes of classes that are named, too
  bool is_whole_program = false;    // everything that has bitcode, less what "-..." excludes
  std::string zoom = "class";       // how fine it can be zoomed: "class", "function", "none"

  bool is_empty() const { return inside.empty() && !is_whole_program; }
};

Result<Plan> read_plan(const std::string& path);
// Canonical: equal plans have equal texts.
std::string to_json_text(const Plan& plan);

// The patterns in the order in which they decide.
std::vector<std::string> patterns_of(const Plan& plan);

}  // namespace cutaway
