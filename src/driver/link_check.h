// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looks at what a link with patterns has made and warns if it cannot be recorded.
#pragma once
#include <string>
#include <vector>

#include "driver/command_line.h"

namespace cutaway::driver {

// Links of test programs by configure, CMake and Meson: nobody records them.
bool is_configure_probe(const std::string& output);

// A warning, or nothing. Only executables are judged: a library without inside code is common,
// and a program whose inside is in a library it links is fine.
std::string check_linked_output(const CommandLine& line, const std::vector<std::string>& patterns);

}  // namespace cutaway::driver
