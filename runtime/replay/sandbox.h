// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A recording is untrusted input: the replayed inside gets memory and a way to report, nothing
// else.
#pragma once

namespace cutaway::rt {

// Installs the seccomp filter. `log_fd`: a log that is written besides the report; -1: none. False
// if the kernel refuses.
bool enter_sandbox(int report_fd, int log_fd);

}  // namespace cutaway::rt
