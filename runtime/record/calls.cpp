// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/record/calls.h"

namespace cutaway::rt {

const uint32_t k_attached_mode = k_mode_record;

void* zoom_incall(void*, void*) { __builtin_trap(); }  // only in mode zoom

void* const k_calls[k_call_count] = {
#define CUTAWAY_CALL(name, result, ...) reinterpret_cast<void*>(&name),
#include "abi/runtime_calls.inc"
#undef CUTAWAY_CALL
};

}  // namespace cutaway::rt
