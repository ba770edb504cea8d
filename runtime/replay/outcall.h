// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hooks that the stream answers: outcalls, values, throws and setjmp of the inside.
#pragma once
#include "runtime/common/rt.h"
#include "runtime/replay/module_map.h"

namespace cutaway::rt {

// The values that `event` has for `count` results.
CUTAWAY_INLINE void fill_slots(Event event, uint64_t count, uint64_t* slots) {
  const Values values = event.values(count);
  for (uint64_t i = 0; i < count; i++) slots[i] = g_modules.slot(values, i);
}

// Throws what the outcall that ends by `event` threw.
[[noreturn]] CUTAWAY_NOINLINE void throw_recorded(Event event);

void on_outcall(void* context, const CutawaySite* site, const void* callee,
                const uint64_t* arguments, uint64_t* results);
void on_value(void* context, const CutawaySite* site, uint64_t* slots);
void on_throwing(void* context, const void* object, const void* typeinfo);
uint64_t on_setjmp_begin(void* context, const void* buffer);
void on_setjmp_end(void* context, void* buffer, uint64_t token, int32_t result);

}  // namespace cutaway::rt
