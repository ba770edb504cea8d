// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Weaves a variant of a program by a plan: re-instruments the units that hold inside functions,
// links, and keeps the result under a name made of its content.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"
#include "weave/plan.h"
#include "weave/unit_compiler.h"

namespace cutaway {

struct Variant {
  std::string program;                // to run instead of the original
  std::string library_folder;         // goes before LD_LIBRARY_PATH; empty if no library is woven
  std::vector<std::string> patterns;  // of the inside
  bool is_cached = false;             // it was there already
  // Of one that was not:
  uint64_t function_count = 0;
  size_t unit_count = 0;
  size_t program_unit_count = 0;
  std::vector<std::string> without_bitcode;  // objects and sources that stay outside
};

struct WeaveOptions {
  std::string program;       // path
  std::string library_path;  // LD_LIBRARY_PATH
  Plan plan;
  WeaveProgress progress;
};

Result<Variant> weave_variant(const WeaveOptions& options);

}  // namespace cutaway
