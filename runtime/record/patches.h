// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Differences between memory and shadow, and what becomes of them.
#pragma once
#include "runtime/record/state.h"

namespace cutaway::rt {

// Logs the bytes of [address, +size) that differ from their shadow, and updates it. `sp` is the native
// stack pointer of the calling hook. The thread is inside.
void check_bytes(Context* context, const void* address, uint64_t size, uint64_t sp);

// The inside wrote [address, +size).
void mirror_bytes(const void* address, uint64_t size);

}  // namespace cutaway::rt
