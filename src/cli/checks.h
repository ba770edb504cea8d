// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The checks of `cutaway doctor`.
#pragma once
#include <string>
#include <vector>

namespace cutaway {

enum class CheckState {
  Good,
  Warning,  // something will not work, but recording does
  Bad,      // cannot record
};

struct Check {
  std::string name;
  CheckState state = CheckState::Good;
  std::string finding;
  std::string advice;  // empty if all is well
};

std::vector<Check> check_machine();
// The runtimes, clang and the plugin.
std::vector<Check> check_installation();
std::vector<Check> check_program(const std::string& name);

}  // namespace cutaway
