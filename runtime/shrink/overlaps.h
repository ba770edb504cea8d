// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two live blocks are never in one place.
//
// Problem: left.put() allocates a block, left.clear() gives it back, right.put() gets the same
// memory. In a test without left.clear() both have it, and what is put on the right is on the left.
// Idea: the test knows which blocks are live. One whose recorded place is taken gets another place,
// in the arena (heap.h). What the outside knows of it is its recorded address, which is another
// block here; so a test that follows a pointer of the outside to there is unresolved. So it is if
// the pointer is to a block that a call has given back, and the recording has another one there:
// the call that allocates it is left out.
#pragma once
#include "runtime/common/rt.h"
#include "runtime/replay/stream.h"

namespace cutaway::rt {

// Whether no live block is in [address, +size), save one that starts at `old`.
bool is_place_free(uint64_t address, uint64_t size, uint64_t old);

// The inside has a block now. `outcall`: the recorded call that answers; null words: none.
void note_block(uint64_t address, uint64_t size, Event outcall);
void note_block_released(uint64_t address);
// The incall of a traced test that gave back the block that was there last; 0: none did.
uint32_t releasing_incall(uint64_t address);
// The outside has something there now.
void note_other_block(uint64_t address, uint64_t size);
// Its recorded place is this; but it lies elsewhere.
void note_displaced(uint64_t address, uint64_t size);
// Whether a live block of the inside is there.
bool is_in_block(uint64_t address);
// Whether the inside, which writes [address, +size), does so in no block but next to a live one.
bool is_beside_block(uint64_t address, uint64_t size);
// The outside is called, which may give back what it gets.
void note_blocks_given(Event outcall, const uint64_t* arguments, uint64_t count);

// The outside hands over a word. Gives up the test if it points to what is another block here.
void check_outside_word(uint64_t word);
// It has written [address, +size). Nobody may ever read what is there: such pointers become ones
// that cannot be followed.
void check_outside_words(uint64_t address, uint64_t size);
// Whether a fault with this si_code may be of one that was.
bool is_useless_pointer(int code);
// Whether it may write there. False: it would write to something that is not here, and in whose
// place a block of the inside is.
bool may_outside_write(uint64_t address);

}  // namespace cutaway::rt
