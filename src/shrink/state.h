// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which bytes of what the outside wrote matter: the others are 0.
#pragma once
#include "failure/failure.h"
#include "shrink/simplifier.h"

namespace cutaway {

Status clear_state(Simplifier& simplifier, const Failure& failure);

// Bytes of the outside that are not 0.
uint64_t count_state_bytes(const Simplifier& simplifier);

}  // namespace cutaway
