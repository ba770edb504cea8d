// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads a plan (docs/plan.md): JSON that says what the inside is.
#pragma once
#include <string>
#include <vector>

namespace cutaway::driver {

struct PlanFile {
  std::vector<std::string> inside;
  bool with_bases = false;
  bool is_whole_program = false;
  std::string zoom;  // "class", "function", "none"; empty if not given
};

bool is_granularity(const std::string& text);

// Throws UsageError; also for unknown keys: a plan that is not understood must not be woven.
PlanFile read_plan_file(const std::string& path);

}  // namespace cutaway::driver
