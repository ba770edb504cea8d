// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where among calls a part of the program begins that needs little of what was before.
#pragma once
#include <vector>

#include "shrink/ddmin.h"
#include "shrink/event_slice.h"

namespace cutaway {

// Positions in `events` to start from, latest first; a few dozen at most. None if `events` are few.
std::vector<size_t> find_starts(const Elements& events, const std::vector<Dependence>& dependences);

}  // namespace cutaway
