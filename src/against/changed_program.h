// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The changed program, woven as the recorded one was.
#pragma once
#include <string>
#include <vector>

#include "recording/run_info.h"
#include "weave/variant.h"

namespace cutaway {

struct ChangedProgram {
  std::string path;                    // as the user has it
  std::string woven;                   // to run; empty: nothing of the inside is left in it
  std::string library_path;            // LD_LIBRARY_PATH for it
  std::vector<std::string> libraries;  // those it is linked to
};

// `name`: a program, or a folder that has one of the recorded name. A program that was woven when
// it was built is taken as it is.
Result<ChangedProgram> weave_changed(const std::string& name, const RunInfo& recorded,
                                     const WeaveProgress& progress);

}  // namespace cutaway
