// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/replay/coroutine.h"

#include "runtime/common/system.h"
#include "runtime/replay/exceptions.h"
#include "runtime/replay/memcheck.h"
#include "runtime/replay/own_memory.h"
#include "runtime/replay/runtime.h"

namespace cutaway::rt {
namespace {

uint64_t guard_bytes() { return k_native_stack_bytes - k_places.native_stack_room; }

}  // namespace

bool make_coroutine(Coroutine* coroutine, uint32_t ident, void (*function)(void*), void* data) {
  const uint64_t low = k_places.native_stacks + ident * k_native_stack_bytes;
  const uint64_t high = low + k_native_stack_bytes;
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
  if (sys_map(low, k_native_stack_bytes, PROT_READ | PROT_WRITE, flags) == nullptr) return false;
  sys_protect(reinterpret_cast<void*>(low), guard_bytes(), PROT_NONE);
  register_native_stack(low + guard_bytes(), high);
  // What cutaway_switch pops: r15 r14 r13 r12 rbx rbp and the start address; then the stack pointer
  // is a multiple of 16 again.
  auto* frame = reinterpret_cast<uint64_t*>(high) - 15;
  frame[3] = to_word(data);
  frame[4] = reinterpret_cast<uint64_t>(function);
  frame[6] = reinterpret_cast<uint64_t>(&cutaway_coroutine_start);
  coroutine->stack_pointer = frame;
  coroutine->caught_exceptions = nullptr;
  coroutine->uncaught_exceptions = 0;
  return true;
}

void switch_coroutine(Coroutine* from, Coroutine* to) {
  ExceptionGlobals* globals = exception_globals();
  from->caught_exceptions = globals->caught;
  from->uncaught_exceptions = globals->uncaught;
  globals->caught = to->caught_exceptions;
  globals->uncaught = static_cast<unsigned>(to->uncaught_exceptions);
  cutaway_switch(&from->stack_pointer, to->stack_pointer);
}

bool is_native_stack_guard(uint64_t address) {
  const uint64_t offset = address - k_places.native_stacks;
  return offset < k_max_threads * k_native_stack_bytes &&
         offset % k_native_stack_bytes < guard_bytes();
}

}  // namespace cutaway::rt
