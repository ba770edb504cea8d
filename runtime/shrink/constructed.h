// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects of the program's image that its code constructs: global ones, and static ones of
// functions.
//
// Problem: before its constructor has run such an object is all zeros, and that is known memory. A
// part that uses it unconstructed may fail as recorded, but no program can do that. Idea: a
// learning test notes what constructors write there first, and what is written while the guard of a
// static local is held. In other traced tests nobody has written it until somebody does.
#pragma once
#include "runtime/common/rt.h"

namespace cutaway::rt {

struct ConstructedRange {
  uint64_t address;
  uint64_t size;
};

// In the server. `releases_fd` has what is known of the recording that this one is part of; -1: it
// is whole.
bool prepare_constructed(int releases_fd);
// A learning test starts.
void forget_constructed();
// For a part that is written: behind what is there already.
void write_constructed(int releases_fd, uint64_t written);

// The running incall constructs an object.
bool is_constructing();
// A live function was called, and this is its result: it may take or give back a guard.
void note_guard(const CutawaySite* site, uint64_t result);

void learn_constructed(uint64_t address);
const ConstructedRange* constructed_ranges(uint64_t* count);

}  // namespace cutaway::rt
