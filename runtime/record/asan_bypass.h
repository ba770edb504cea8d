// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace cutaway::rt {

// In a program with AddressSanitizer, libc's functions are found in its runtime first. From here on
// the recorder calls libc's own: it looks at memory that the program may not use, too.
void bypass_asan();

}  // namespace cutaway::rt
