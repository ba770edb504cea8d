// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Levels of abstraction along the stack of a failure: the class (of C: the file) of the innermost
// frame, then with that of its caller, and so on; at last all that the program's main file uses.
#pragma once
#include <string>
#include <vector>

#include "failure/failure.h"
#include "recording/elf_image.h"

namespace cutaway {

struct LevelPlan {
  std::string name;
  std::vector<std::string> groups;
};

// Each level has the groups of the one before, and one more. Frames of one group that follow each
// other make one level, code without a group none. Ends before the group that holds `main`, unless
// that is the first. The cause may lie in classes that are no longer on the stack: the last two
// levels are all that is in the same files, and everything but the group of `main`.
// A stack overflow has the last level only: a cut through endless recursion has as many calls as
// there is room for on the stack.
std::vector<LevelPlan> find_levels(const Failure& failure,
                                   const std::vector<WovenFunction>& functions);

// As people name it: a class as it is, a file without its folder.
std::string display_name(const std::string& group);

}  // namespace cutaway
