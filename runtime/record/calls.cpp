// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/record/calls.h"

namespace cutaway::rt {

void* const k_calls[k_call_count] = {
#define CUTAWAY_CALL(name, result, ...) reinterpret_cast<void*>(&name),
#include "abi/runtime_calls.inc"
#undef CUTAWAY_CALL
};

}  // namespace cutaway::rt
