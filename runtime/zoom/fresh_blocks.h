// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks that B allocates outside of S.
//
// S may have had such a block before, and left in it the very bytes that B writes there next. The
// comparison with the shadow cannot tell: the bytes would be S's, and a part of the small recording
// that leaves out the call that wrote them would lack them. So the content of a block that S knows
// from before is logged when S runs next.
#pragma once
#include "runtime/record/state.h"

namespace cutaway::rt {

// Before B calls `site`: how much it is about to allocate there; 0: nothing.
uint64_t allocated_bytes(const CutawaySite* site, const uint64_t* arguments);

void note_fresh_block(uint64_t address, uint64_t size);

// A segment of S has just begun.
void log_fresh_blocks(Context* context, uint64_t sp);

}  // namespace cutaway::rt
