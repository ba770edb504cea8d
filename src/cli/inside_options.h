// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The options that say what the inside is, the same for every verb.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "base/result.h"
#include "weave/plan.h"
#include "weave/variant.h"

namespace cutaway {

struct InsideOptions {
  Plan plan;                       // as far as options say it
  std::vector<std::string> files;  // --plan
  std::string zoom;                // --zoom-by; empty if not given
};

void add_inside_options(CLI::App& app, InsideOptions& options);

// Plans from files first, then options: so an option can exclude what a file names.
Result<Plan> plan_of(const InsideOptions& options);

// Progress of a weave, if standard error is a terminal.
WeaveProgress terminal_progress();

// Weaves with progress on a terminal, and says what was woven unless `is_quiet`.
Result<Variant> weave_for(const std::string& program, const Plan& plan, bool is_quiet);

}  // namespace cutaway
