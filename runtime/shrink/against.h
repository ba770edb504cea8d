// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A test of changed code: the recording was made with another build of the inside.
//
// Answers are those of resync.h. Calls are matched by the name of the callee instead of their site,
// and where the inside does something else than recorded, that is told as a difference, one line of
// JSON each, and the test goes on (SCARPE's out-of-sync events):
//   missing         an outcall that the inside does not do any more
//   extra           one that the recording does not have
//   argument        one with another argument
//   result          an incall returns something else
//   exception       it throws where it returned
//   no_exception    it returns where it threw
//   other_exception it throws another type
// Memory management, trees and lists of the library and the like are the inside's own affair.
#pragma once
#include "runtime/common/rt.h"
#include "runtime/replay/exceptions.h"
#include "runtime/replay/tables.h"
#include "runtime/shrink/walk.h"

namespace cutaway::rt {

struct AgainstOptions {
  bool is_on;
  int fd;         // where differences are written
  uint64_t most;  // the test stops after so many; 0: it does not
};
extern AgainstOptions g_against;

// Before the first event of a test.
void start_against(int fd, uint64_t most);

// --- Matching ------------------------------------------------------------------------------------

// Whether the recorded outcall calls what `call` does.
bool is_same_callee(Event event, const Outcall& call);
// Whether a recorded site of a value is `site`.
bool is_same_value(const ReplaySite& recorded, const CutawaySite* site);
// Whether slot `i` is what the inside has here: the same number or text, or a pointer to what it
// has of the same object.
bool is_same_word(const Values& values, uint64_t i, uint64_t actual);
// Allocators, containers and exceptions of the library: no difference is told.
bool has_role(const Outcall& call);
bool has_role(Event outcall);
// The recorded call of this kind that comes before the next of another kind; null words: none.
Event find_role_call(const Outcall& call);

// What a function that only writes output returns whenever it succeeds. False: it is none.
bool find_usual_answer(const Outcall& call, uint64_t* result);

// --- Differences ---------------------------------------------------------------------------------

// `event` answers the call, and what lies before it in the incall is passed over.
void note_outcall(Event event, const Outcall& call);
// Nothing answers it: tells so and makes up results.
void answer_extra(const Outcall& call, uint64_t* results);
// The incall of function `ident` has ended; `event` is its recorded end, or that of the recording.
void note_end(Event event, uint32_t ident, const Thrown& thrown, const uint64_t* results);

}  // namespace cutaway::rt
