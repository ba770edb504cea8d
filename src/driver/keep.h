// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without patterns a driver is clang, and keeps what weaving needs later (abi/store.h): the plugin
// keeps the bitcode of each object, the driver the command line of each link.
#pragma once
#include <string>
#include <vector>

#include "driver/command_line.h"

namespace cutaway::driver {

// $CUTAWAY_CACHE, or cutaway/ in the cache of the user; empty if neither is known.
std::string find_cache();
// $CUTAWAY_STORE, or store/ in the cache of the user; empty if neither is known.
std::string find_store();

// The user's arguments with what keeps, and sets the environment for the plugin. `driver` is "cc"
// or "c++". What cannot be kept is left out. Throws UsageError if the plugin is missing.
std::vector<std::string> keeping_arguments(const CommandLine& line, const std::string& driver,
                                           const std::string& library_dir);

}  // namespace cutaway::driver
