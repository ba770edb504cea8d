// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Differences between memory and shadow, and what becomes of them.
#pragma once
#include "runtime/record/compare.h"
#include "runtime/record/low_memory.h"
#include "runtime/record/state.h"

namespace cutaway::rt {

// Logs the bytes of [address, +size) that differ from their shadow, and updates it. `sp` is the
// native stack pointer of the calling hook. The thread is inside.
void log_bytes(Context* context, const void* address, uint64_t size, uint64_t sp);
CUTAWAY_INLINE void check_bytes(Context* context, const void* address, uint64_t size, uint64_t sp) {
  if (is_low_memory(address, size)) return;
  if (CUTAWAY_LIKELY(is_same(reinterpret_cast<uint64_t>(address), size))) return;
  log_bytes(context, address, size, sp);
}

// The inside wrote [address, +size).
void mirror_bytes(const void* address, uint64_t size);

}  // namespace cutaway::rt
