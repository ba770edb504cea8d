// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A variant runs in the place of the program that the user named. Programs find their files beside
// /proc/self/exe: for them that stays the original.
#pragma once

namespace cutaway::rt {

// `path` is copied; null: the process is the program itself.
void set_program_path(const char* path);

}  // namespace cutaway::rt
