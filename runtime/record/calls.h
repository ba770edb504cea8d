// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The hooks, as declared by abi/runtime_calls.inc, and their table.
#pragma once
#include "runtime/record/state.h"

namespace cutaway::rt {

// Gives a woven module its hooks and its mode.
void attach_hooks(CutawayModule* module);
extern const uint32_t k_attached_flags;  // k_module_* of such a module

// Hooks named in the first group of runtime_calls.inc.
CUTAWAY_PRESERVE_MOST void load_differs(void* context, void* address, uint64_t size);
CUTAWAY_PRESERVE_MOST void verify_store(void* context, void* address, uint64_t size);
CUTAWAY_PRESERVE_MOST void value_differs(void* context, void* address, uint64_t size, void* value);
CUTAWAY_PRESERVE_MOST void position_reached(void* context);

void check_range(void* context, void* address, uint64_t size);
void outcall_reads(void* context, void* address, int32_t how);
void mirror_range(void* context, void* address, uint64_t size);
void signals_wait(void* context);
void* incall(void* function, void* arguments);
void incall_return(void* context, void* function, void* slots);
void incall_throw(void* context, void* function, void* unwind_exception);
void outcall(void* context, void* site, void* callee, void* arguments, void* results);
void outcall_return(void* context, void* site, void* results);
void caught(void* context, void* unwind_exception);
void throwing(void* context, void* object, void* typeinfo);
void value(void* context, void* site, void* slots);
uint64_t setjmp_begin(void* context, void* buffer);
void setjmp_end(void* context, void* buffer, uint64_t token, int32_t result);

void* zoom_incall(void* function, void* arguments);

void asan_report(void* context, uint64_t address, uint64_t size);
void asan_reported(void* context);
void asan_exit(void* context);
int32_t asan_is_poisoned(void* context, int32_t which, uint64_t a, uint64_t b, uint64_t n);

int32_t mutex_trylock(void* context, void* mutex);

// known_*: from the table, type letters as there.
#define CUTAWAY_P void*
#define CUTAWAY_U uint64_t
#define CUTAWAY_I int32_t
#define CUTAWAY_V void
#define CUTAWAY_TYPES_1(a) CUTAWAY_##a
#define CUTAWAY_TYPES_2(a, b) CUTAWAY_##a, CUTAWAY_##b
#define CUTAWAY_TYPES_3(a, b, c) CUTAWAY_##a, CUTAWAY_##b, CUTAWAY_##c
#define CUTAWAY_PICK_TYPES(_1, _2, _3, macro, ...) macro
#define CUTAWAY_TYPES(...) \
  CUTAWAY_PICK_TYPES(__VA_ARGS__, CUTAWAY_TYPES_3, CUTAWAY_TYPES_2, CUTAWAY_TYPES_1)(__VA_ARGS__)
#define CUTAWAY_KNOWN_RANGES(name, result, ...) \
  CUTAWAY_##result known_##name(void* context, CUTAWAY_TYPES(__VA_ARGS__));
#define CUTAWAY_KNOWN_COMPARISON(name, ...) \
  void known_##name(void* context, CUTAWAY_TYPES(__VA_ARGS__));
#include "abi/known_functions.inc"

}  // namespace cutaway::rt
