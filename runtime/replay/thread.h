// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A recorded thread in replay: what woven code sees of it, and where it stands.
#pragma once
#include "runtime/common/rt.h"
#include "runtime/replay/coroutine.h"
#include "runtime/replay/tables.h"

namespace cutaway::rt {

// The innermost open incall.
struct OpenIncall {
  uint64_t number;         // 1 is the first of the recording; 0: none
  uint32_t function;       // ident
  uint64_t stack_pointer;  // native frames of its inside lie below
  uint64_t inside_sp;      // its frames on the inside stack, too
};

// One for each place where the engine itself stands on a native stack: the thread's start, each
// outcall whose answer needs more than the next event, and each yield. A recorded longjmp goes back
// to one.
struct EngineFrame {
  EngineFrame* outer;
  uint32_t depth;  // open crossings when the outside has the thread here
  bool is_yield;   // the innermost open crossing is an incall: the outside runs in the middle of it
  OpenIncall incall;
  char* inside_sp;
  ResumePoint point;
};

struct ReplayThread : CutawayContext {
  uint32_t ident;
  uint32_t depth;      // open crossings
  uint64_t kernel_id;  // of the recorded thread
  uint64_t passed;     // accesses of this segment up to where `position` was set last
  uint64_t armed;      // access number at which `position` reaches 0, 0: none
  uint64_t hash;       // of the inside stores of this segment
  OpenIncall incall;
  EngineFrame* frame;               // innermost
  const CutawaySite* site;          // of the last outcall or value, for reports
  bool is_landing;                  // a longjmp is on its way to setjmp_end
  const uint64_t* throwing_cursor;  // the event after the last `throwing`
  Coroutine coroutine;
};

extern ReplayThread* g_thread;  // the one that runs; null before the first

// Null: it has not been inside yet.
const ReplayThread* find_thread(uint64_t ident);

inline ReplayThread& thread_of(void* context) {
  return *static_cast<ReplayThread*>(static_cast<CutawayContext*>(context));
}

// Makes the thread of a k_event_thread the running one, and starts it if it is new. Returns when
// the thread that called has its turn again.
void switch_to_thread(Event event);

}  // namespace cutaway::rt
