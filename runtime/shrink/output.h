// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls that write to standard output or standard error. A test answers them from the recording;
// what they would have written is told by their arguments.
#pragma once
#include "runtime/common/rt.h"

namespace cutaway::rt {

// Whether it is one, wherever it writes.
bool is_writer(const CutawaySite* site);

// If it is such a call, gives its text to watch_text.
void watch_output(const CutawaySite* site, const uint64_t* arguments);

}  // namespace cutaway::rt
