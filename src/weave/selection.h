// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Applies a plan to a program: which functions are inside, and which units hold them.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"
#include "weave/plan.h"
#include "weave/program.h"

namespace cutaway {

struct SelectedUnit {
  uint32_t unit = 0;
  // For the plugin: those that match something here. Others change nothing of the unit, so what
  // was compiled for another plan may do.
  std::vector<std::string> patterns;
  uint64_t instruction_count = 0;  // inside
};

struct Selection {
  std::vector<std::string> patterns;  // those of the plan, and base classes
  std::vector<SelectedUnit> units;    // that hold inside functions
  uint64_t function_count = 0;        // inside; an inline function counts once
  uint64_t instruction_count = 0;
};

// Fails if a pattern matches nothing, with the nearest names, or if nothing is left inside.
Result<Selection> select(const ProgramIndex& program, const Plan& plan);

// Functions that match, one of each name and file.
std::vector<const ProgramFunction*> find_functions(const ProgramIndex& program,
                                                   const std::vector<std::string>& patterns);

}  // namespace cutaway
