// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/replay/overflow.h"

#include <signal.h>

#include "runtime/common/system.h"
#include "runtime/replay/coroutine.h"
#include "runtime/replay/module_map.h"
#include "runtime/replay/own_memory.h"
#include "runtime/replay/recorded_memory.h"
#include "runtime/replay/runtime.h"
#include "runtime/replay/thread.h"

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

// Frames that escape and private ones have the same places in both halves (abi/weave.h), so both
// are full at once.
bool is_inside_stack_full(const ReplayThread& thread) {
  return to_word(thread.inside_sp) <
         k_inside_stacks + thread.ident * k_inside_stack_size + k_page_bytes;
}

}  // namespace

bool is_overflow(uint64_t address) {
  if (is_native_stack_guard(address)) return true;
  return is_inside_stack_guard(address) && g_thread != nullptr && is_inside_stack_full(*g_thread);
}

bool is_same_overflow(uint64_t recorded, uint64_t address) {
  return may_be_stack(recorded) && is_overflow(address);
}

bool is_overflow_here(Event event) {
  return event.kind() == k_event_failure && event.ident() == SIGSEGV &&
         may_be_stack(fault_address(event)) && is_stack_deep();
}

}  // namespace cutaway::rt
