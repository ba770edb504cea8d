// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where changed code has what the recorded process had at an address.
//
// Most memory lies where it was recorded. Not so a block that is larger than the recorded one (a
// field was added), which comes from the arena, and locals on the inside stack: frames of other
// code, or of another level of optimisation, are laid out otherwise. What the outside wrote there,
// and pointers to it that the recording holds, follow to the new place.
//
// Blocks are known from allocations, locals from the pointers that both processes give to the same
// outcall: an address between two such pointers moves with the lower one.
#pragma once
#include "runtime/common/rt.h"

namespace cutaway::rt {

// The block that the recorded process had at [recorded, +size) lies at `here`; in place if equal.
void note_moved(uint64_t recorded, uint64_t size, uint64_t here);
// A pointer to a local.
void note_local(uint64_t recorded, uint64_t here);
// The frames below this address of an inside stack are gone.
void forget_locals_below(uint64_t address);

bool is_on_inside_stack(uint64_t address);

// The address in this process.
uint64_t moved(uint64_t recorded);
void move_slots(uint64_t* slots, uint64_t count);

// Writes bytes of a patch to where they belong now; aligned words that point to what has moved
// follow. False if memory cannot be written.
bool write_moved(uint64_t address, const void* bytes, uint64_t size);

}  // namespace cutaway::rt
