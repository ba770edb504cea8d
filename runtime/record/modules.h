// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The module table of the recording, and the woven modules among the loaded ones.
#pragma once
#include "runtime/record/state.h"

namespace cutaway::rt {

// Learns what is loaded: events for new modules, their shadow, their woven code attached. False,
// with a text, if something loaded cannot be recorded. Signals must be blocked; takes the inside
// lock.
bool refresh_modules(const char** why);

// Called at crossings after somebody called dlopen: refreshes if something was loaded.
void look_for_modules(Context* context);

extern uint32_t g_suspect_modules;  // a dlopen began not long ago
extern uint64_t g_suspicion_began;  // at this time stamp
CUTAWAY_INLINE bool are_modules_suspect(const Context* context) {
  return (g_suspect_modules | context->suspect_modules) != 0;
}
CUTAWAY_INLINE void check_modules(Context* context) {
  if (CUTAWAY_UNLIKELY(are_modules_suspect(context))) look_for_modules(context);
}

// Recording is over: the woven module that holds `function` goes back to its original code.
void switch_off_module_of(const void* function);

// Is `address` in a woven module?
bool is_woven_address(uint64_t address);

// Gives functions and sites their ident in the recording. Needs the inside lock.
void define_function(CutawayFunction* function);
void define_site(CutawaySite* site);

}  // namespace cutaway::rt
