// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where this process lies. Recorded addresses must be free: with ADDR_COMPAT_LAYOUT libraries go to
// 0x2aaa.... The program lies either exactly where the recorded one lay (best: then even what the
// inside computes from addresses of its own code and data is the same) or far from it. If it is not
// so, the process executes itself again: without randomisation if the recorded one had none, else
// for another layout.
#pragma once
#include "runtime/common/rt.h"
#include "runtime/replay/runtime.h"

namespace cutaway::rt {

// Executes this process again if its layout does not fit; gives up after some attempts. Returns the
// range of the original stack, empty if that lies below all recorded addresses.
AddressRange settle_layout(char** arguments, char** environment);

}  // namespace cutaway::rt
