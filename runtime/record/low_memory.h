// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory below k_tracked_low (MAP_32BIT, hints of mmap) has no shadow: where it would be lies the
// kernel's half of the address space. When the inside uses such memory the recording ends, and the
// program goes on.
#pragma once
#include <signal.h>

#include "runtime/record/state.h"

namespace cutaway::rt {

// True if [address, +size) has no shadow, so that the caller must not look for one. Ends the
// recording, or raises the fault that an access of the program itself would raise.
bool refuse_low_memory(const void* address, uint64_t size);
CUTAWAY_INLINE bool is_low_memory(const void* address, uint64_t size) {
  if (CUTAWAY_LIKELY(reinterpret_cast<uint64_t>(address) >= k_tracked_low)) return false;
  return refuse_low_memory(address, size);
}

// For signal handlers, before anything else. True: the signal is dealt with; the instruction of a
// record flavour that wanted the shadow is let do its access in the memory itself, where it changes
// nothing. A fault of the inside at a low address that is not mapped gets that address in `info`.
bool step_over_low_access(int signal, siginfo_t* info, void* frame);

}  // namespace cutaway::rt
