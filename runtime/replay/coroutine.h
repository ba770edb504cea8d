// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Native stacks and the two ways to leave one: a switch to another coroutine, and a jump back to a
// frame that is still open on this one. Written in assembly (coroutine.S): libc's setjmp would
// mangle, save signal masks and check the frame.
#pragma once
#include "runtime/common/rt.h"

namespace cutaway::rt {

// Where a frame can be resumed: callee-saved registers, stack pointer, program counter.
struct ResumePoint {
  uint64_t registers[8];
};

struct Coroutine {
  void* stack_pointer;
  // libstdc++'s per-thread state of exceptions being handled, while this coroutine does not run.
  void* caught_exceptions;
  uint64_t uncaught_exceptions;
};

// Prepares a coroutine that calls function(data) on the native stack of thread `ident`. The
// function must not return. False if the stack cannot be mapped.
bool make_coroutine(Coroutine* coroutine, uint32_t ident, void (*function)(void*), void* data);

// Runs `to` until something switches back.
void switch_coroutine(Coroutine* from, Coroutine* to);

// Is `address` in the guard below a native stack?
bool is_native_stack_guard(uint64_t address);

extern "C" {
// Returns 0; returns again, with 1, when resumed. Only valid while the calling frame is open.
__attribute__((returns_twice, visibility("hidden"))) int cutaway_save_point(ResumePoint* point);
[[noreturn, gnu::visibility("hidden")]] void cutaway_resume(const ResumePoint* point);
__attribute__((visibility("hidden"))) void cutaway_switch(void** save_stack_pointer,
                                                          void* stack_pointer);
__attribute__((visibility("hidden"))) void cutaway_coroutine_start();
}

}  // namespace cutaway::rt
