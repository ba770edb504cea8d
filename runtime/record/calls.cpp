// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/record/calls.h"

namespace cutaway::rt {

const uint32_t k_attached_flags = k_module_woven;

void* zoom_incall(void*, void*) { __builtin_trap(); }  // only in mode zoom

static void* const k_calls[k_call_count] = {
#define CUTAWAY_CALL(name, result, ...) reinterpret_cast<void*>(&name),
#include "abi/runtime_calls.inc"
#undef CUTAWAY_CALL
};

void attach_hooks(CutawayModule* module) {
  for (uint32_t i = 0; i < k_call_count; i++) module->calls[i] = k_calls[i];
  if (g_state.has_lzcnt != 0) module->recorder = &g_state;  // woven code uses the instruction
  __atomic_store_n(&module->mode, k_mode_record, __ATOMIC_RELEASE);
}

}  // namespace cutaway::rt
