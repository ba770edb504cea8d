// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the inside does that ends the program, or that is a failure by itself.
#pragma once
#include "runtime/common/rt.h"

namespace cutaway::rt {

// A call does not return; ends the test if it is known what that means.
void end_if_known(const CutawaySite* site, const uint64_t* arguments);

// Ends the test at a report of UBSan, "__ubsan_handle_add_overflow_abort", if that is a failure.
void end_by_report(const CutawaySite* site);

// The incall of function `ident` has returned: if that is main, the program has its status.
void end_if_main(uint32_t ident, const uint64_t* results);

}  // namespace cutaway::rt
