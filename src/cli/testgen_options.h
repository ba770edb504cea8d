// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Options of generated tests, which `cutaway testgen` and `cutaway debug` have.
#pragma once
#include <CLI/CLI.hpp>

#include "testgen/testgen.h"

namespace cutaway {

void add_testgen_options(CLI::App& app, TestgenOptions& options);
void print_generated(const GeneratedTest& made);

}  // namespace cutaway
