// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inside, too: where things can move to, and a C function, whose parameters its name does not
// tell.
#include "ledger.h"

namespace ledger {

#ifdef MOVED
#include "total.inc"
#endif

}  // namespace ledger

#ifdef OTHER_PARAMETERS
extern "C" int ledger_rating(const int* points, long) { return *points; }
#else
extern "C" int ledger_rating(const int* points) { return *points; }
#endif
