// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What AddressSanitizer puts around global variables. A replay has it from patches, where it was
// reported; a test, of another part or of a changed program, goes wrong elsewhere, too.
#pragma once
#include "runtime/common/rt.h"

namespace cutaway::rt {

// Poisons what lies behind the variables of all loaded modules, as its runtime does at the start.
// False if they cannot be found.
bool poison_globals();

}  // namespace cutaway::rt
