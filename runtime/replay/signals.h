// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Signals of a replay: pages mapped on demand, the recorded failure, unexpected faults.
#pragma once

namespace cutaway::rt {

// Installs handlers on an alternate stack.
void install_signal_handlers();

}  // namespace cutaway::rt
