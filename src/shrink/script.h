// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The user's own judgement of a test: a script that looks at what the test wrote and how it ended.
#pragma once
#include <string>

#include "base/result.h"
#include "failure/failure.h"
#include "shrink/test_server.h"

namespace cutaway {

// Runs `script` with CUTAWAY_STDOUT, CUTAWAY_STDERR and CUTAWAY_OUTCOME, paths of files with what
// the test wrote and how it ended (JSON), in its environment. It exits with 0: the test fails; 1:
// it does not; 125: nobody knows. Anything else is an error.
Result<bool> does_script_keep(const std::string& script, const TestOutcome& outcome,
                              const Failure& failure);

}  // namespace cutaway
