// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The failure that a test ended with, in the words of src/failure.
#pragma once
#include "abi/shrink.h"
#include "failure/failure.h"
#include "failure/stack_names.h"

namespace cutaway {

// Kind None if the test did not fail.
Failure failure_of(const CutawayTestOutcome& outcome, StackNames& names);

// "failed", "passed", "unresolved: why", ...
std::string describe_verdict(const CutawayTestOutcome& outcome);

}  // namespace cutaway
