// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/replay/overflow.h"

#include <signal.h>

#include "runtime/replay/coroutine.h"
#include "runtime/replay/module_map.h"
#include "runtime/replay/own_memory.h"
#include "runtime/replay/recorded_memory.h"
#include "runtime/replay/runtime.h"

namespace cutaway::rt {
namespace {

constexpr uint64_t k_deep = 1 << 20;  // an eighth of what a recorded process usually has

// Stacks lie neither in images nor near null.
bool may_be_stack(uint64_t recorded) {
  return recorded >= k_tracked_low && recorded < k_tracked_high && find_loaded(recorded) == nullptr;
}

bool is_stack_deep() {
  const auto here = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  const uint64_t offset = (here - k_places.native_stacks) % k_native_stack_bytes;
  return k_native_stack_bytes - offset > k_deep;
}

}  // namespace

bool is_same_overflow(uint64_t recorded, uint64_t address) {
  return may_be_stack(recorded) &&
         (is_native_stack_guard(address) || is_inside_stack_guard(address));
}

bool is_overflow_here(Event event) {
  return event.kind() == k_event_failure && event.ident() == SIGSEGV &&
         may_be_stack(fault_address(event)) && is_stack_deep();
}

}  // namespace cutaway::rt
