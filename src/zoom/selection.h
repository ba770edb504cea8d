// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which functions of a woven program a smaller inside consists of.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"
#include "recording/elf_image.h"
#include "recording/ids.h"

namespace cutaway {

struct InsideFunction {
  ModuleId module{};
  WovenFunction woven;
};

// Those of `inside` that `patterns` name, by the grammar of --inside. Fails if there are none, if
// a pattern names nothing, or if they are not whole groups as the program was woven. `defined`:
// linkage names of all functions of the program, to tell what is outside from what is not there.
Result<std::vector<InsideFunction>> select_functions(const std::vector<InsideFunction>& inside,
                                                     const std::vector<std::string>& patterns,
                                                     const std::vector<std::string>& defined);

// All functions of the groups. Fails if there are none.
Result<std::vector<InsideFunction>> select_groups(const std::vector<InsideFunction>& inside,
                                                  const std::vector<std::string>& groups);

}  // namespace cutaway
