// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds clang and the parts of Cutaway, and makes the command line that weaves.
#pragma once
#include <string>
#include <vector>

#include "driver/command_line.h"

namespace cutaway::driver {

// The arguments up to the driver mode: {"/usr/bin/clang++-19"}, or $CUTAWAY_CLANG with
// --driver-mode=g++. Throws UsageError if there is no clang 19.
std::vector<std::string> find_clang(bool is_cxx);

// Where cutaway_pass.so is: $CUTAWAY_LIBDIR, or ../lib/cutaway
// beside the folder of this executable.
std::string find_library_dir();

// The plugin in that folder. Throws UsageError if it is missing.
std::string find_plugin(const std::string& library_dir);

// What stands before the user's arguments when patterns are given. Throws UsageError for
// what cannot be woven.
std::vector<std::string> weave_arguments(const CommandLine& line, const std::string& library_dir);

// What the plugin is told of AddressSanitizer (CUTAWAY_ENV_PLAN_ASAN), if `line` asks for it.
std::string asan_setting(const CommandLine& line);

}  // namespace cutaway::driver
