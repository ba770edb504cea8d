// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the real setjmp of the replay wrote. It lies here and not in the program's jmp_buf, whose
// bytes stay what they were: the inside may read them later, as stale bytes of another local, and
// then has what was recorded.
#pragma once
#include <setjmp.h>

#include "runtime/common/rt.h"

namespace cutaway::rt {

// Of what setjmp writes: registers, whether the signal mask was saved, and the kernel's mask.
constexpr uint64_t k_jump_bytes = 80;

// Before setjmp fills `buffer`: keeps its bytes.
void keep_bytes_under_jump(const void* buffer);
// After it: takes what was written and gives the bytes back.
void take_jump(void* buffer);
// What setjmp wrote for the jmp_buf at this address; null if there was none.
__jmp_buf_tag* find_jump(uint64_t buffer);

}  // namespace cutaway::rt
