// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What replaying, zooming and shrinking do differently. Each of the three runtimes defines all of
// this.
#pragma once
#include <signal.h>

#include "runtime/common/options.h"
#include "runtime/common/rt.h"
#include "runtime/replay/exceptions.h"
#include "runtime/replay/stream.h"
#include "runtime/replay/thread.h"

namespace cutaway::rt {

struct AddressRange {
  uint64_t low;
  uint64_t high;
};

struct Places {
  uint64_t native_stacks;  // thread n: + n * k_native_stack_bytes
  uint64_t library_shift;  // how far libraries lie below their recorded addresses; see layout.cpp
  AddressRange libraries;  // where they, and memory that we map, may lie
  bool allows_randomised;  // a recording made with address space randomisation
  uint64_t native_stack_room;  // of each, at most k_native_stack_bytes less a guard
};
extern const Places k_places;

// Gives a woven module its hooks.
void attach_module(CutawayModule* module);

// Before the first event, when addresses are settled and modules have their hooks.
void prepare_runtime(const Options& options);

// A fault of the inside that is not what it seems: true if it is dealt with.
bool repair_access(int signal, siginfo_t* info, void* frame);

// An incall is about to be performed with these arguments.
void before_incall(const uint64_t* arguments, uint64_t count);

// Around each stretch of bytes that the patch `event` writes. False: it is not to be written.
bool before_patch(Event event, uint64_t address, const void* bytes, uint64_t size);
void after_patch(uint64_t address, uint64_t size);
// The larger inside of a zoomed recording has allocated this. False if it cannot be written.
bool write_fresh(uint64_t address, uint64_t size);

// The running incall, of function `ident`, has ended. True: its end is taken from the stream;
// false: the engine compares it with the next event.
bool finish_otherwise(ReplayThread& thread, uint32_t ident, const Thrown& thrown,
                      const uint64_t* results);

// Whether nothing that this incall throws is caught.
bool is_uncaught(Event incall);
// std::terminate was called. Returns if the stream says what follows.
void end_by_terminate();

// The stream was followed to `end`; the process ends next. Also in a signal handler.
void finish_runtime(Event end);

// A descriptor that may be written in the sandbox, besides that of the report; -1: none.
int log_descriptor();

}  // namespace cutaway::rt
