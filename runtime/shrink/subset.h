// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A recording less some of its incalls and patches.
#pragma once
#include "runtime/common/rt.h"
#include "runtime/replay/stream.h"

namespace cutaway::rt {

// One bit for each in the order of the stream; `words` null: all are kept.
struct KeptSet {
  const uint64_t* words;
  uint64_t word_count;

  bool has(uint64_t number) const {
    return words == nullptr ||
           (number / 64 < word_count && (words[number / 64] >> number % 64 & 1) != 0);
  }
};

// Makes g_stream one without the incalls that are not kept, all that happens in them, and patches
// that are not kept. What the outside wrote during an incall that is left out is a fact about the
// environment: such patches move to the start of the next segment.
//
// A patch that an outcall of an incall made, because it was given the memory, goes when that incall
// goes (patch_causes.h).
//
// Patches that only repeat what a live function did (live_functions.h) are left out, too, when a
// learning test has found them: they would undo what it does in a test.
void reduce_stream(const KeptSet& incalls, const KeptSet& patches);

// In the server, before the first test.
bool prepare_patches();
// In a learning test: `event` is about to write these bytes. False: they are there already.
bool learn_patch(Event event, uint64_t address, const void* bytes, uint64_t size);
bool are_patches_learned();
void forget_patches();

}  // namespace cutaway::rt
