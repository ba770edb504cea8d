// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Traced tests: who wrote each byte last, and which incall reads what another one wrote.
//
// No flavour of its own is needed. A zoom flavour compares each load with its shadow and mirrors
// each store. Here the shadow of a byte is its complement, so that every comparison fails and tells
// the runtime of the load; stores are told by `verify_store`, which then makes the shadow the
// complement again. (A load between a store and its report is not seen: it reads what the same
// incall wrote.)
#pragma once
#include <signal.h>

#include "runtime/common/rt.h"

namespace cutaway::rt {

struct TraceOptions {
  bool is_traced;
  bool learns;        // reads of bytes that nobody wrote are what the recording does
  int dependence_fd;  // pairs of incall numbers, reader and writer, are written here; -1: not
};
extern TraceOptions g_trace;

// In the server: what a learning test finds stays for all that come after it.
bool prepare_trace();
// In a test, before its first event.
void start_trace();

// The outside has written [address, +size).
void note_known(uint64_t address, uint64_t size);
// The same, at the behest of an incall.
void note_written_by(uint32_t incall, uint64_t address, uint64_t size);
// Whether an incall was the last to write there. False if the test is not traced.
bool is_written_by_inside(uint64_t address);
// Nobody knows what is in it: fresh from the allocator.
void note_unknown(uint64_t address, uint64_t size);
// The same, and the bytes are others now.
void note_fresh(uint64_t address, uint64_t size);
// The inside did it other than by woven code.
void trace_read(uint64_t address, uint64_t size);
void trace_write(uint64_t address, uint64_t size);

// The number of the running incall, from 1; 0: none runs, or the test is not traced.
uint32_t traced_incall();
// It needs what that incall did otherwise than by bytes in memory.
void trace_need_of(uint32_t incall);
// It gives back a block that this one has allocated.
void trace_release_for(uint32_t incall);

// What the inside has written just before and behind its live blocks: there an allocator has its
// own data. 0: nothing, or the test is not traced.
uint64_t hash_stray_bytes();

// The incalls have ended: the last dependences are written.
void finish_trace();

// A fault at a shadow address: true if the shadow is there now.
bool map_shadow(uint64_t address);

// Gives a module the hooks of zoom flavours.
void attach_trace(CutawayModule* module);

}  // namespace cutaway::rt
