// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texts that the inside gives the outside to read.
//
// Problem: evaluate() calls strtol(text, ...), and the recording has its answer for "0". Without
// the call that made this text, the same place may hold the text of an earlier one, "4"; the
// pointer is the same, and the recorded answer would be that to another question. Idea: the
// learning test notes what each outcall was given, and an answer to another text is doubtful, as
// one to other numbers.
#pragma once
#include "runtime/shrink/walk.h"

namespace cutaway::rt {

// A byte that can be looked at without a fault, and without a change of what faults later.
bool is_readable(uint64_t address);
// The pages of a text, up to its zero, are there afterwards.
void map_text(uint64_t address);

// Which arguments of a site are such texts, by their types or by the name of the callee. Bit n:
// slot n is a pointer to characters; bit n + 32: to a std::string.
uint64_t find_given_texts(const CutawaySite* site);

// Whether later answers follow from the text, not just the one of this call: streams of strings.
bool keeps_text(const CutawaySite* site);

// In the server, when g_stream is whole.
bool prepare_given_texts();

// In a learning test: `outcall` is given what it was when it was recorded.
void learn_given_texts(Event outcall, const Outcall& call);

// A test reduces the stream: from now on texts are those that are moved, from one number of a word
// of the stream to another.
void start_moving_texts();
void move_given_texts(uint64_t from, uint64_t to);

// True also if nobody knows.
bool is_given_same_texts(Event outcall, const Outcall& call);

}  // namespace cutaway::rt
