// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Simpler values in a recording (abi/shrink.h).
#pragma once
#include "abi/shrink.h"
#include "runtime/common/rt.h"

namespace cutaway::rt {

// Ascending by number.
struct EditList {
  const CutawayEdit* edits;
  uint64_t count;
};

// In a test, while g_stream is the whole recording. No event changes its size.
void edit_stream(const EditList& incalls, const EditList& patches);

bool has_edits();
// Whether a patch that writes to [address, +size) was edited.
bool is_edited(uint64_t address, uint64_t size);

}  // namespace cutaway::rt
