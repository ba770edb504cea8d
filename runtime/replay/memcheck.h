// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells valgrind's memcheck which recorded memory is a heap block, so that it finds use after
// free, overruns and uninitialised reads of the inside in a replay. All calls do nothing elsewhere.
#pragma once
#include "runtime/common/rt.h"
#include "runtime/replay/tables.h"

namespace cutaway::rt {

struct MemcheckState {
  bool is_active;  // valgrind=1 and really under valgrind
};
extern MemcheckState g_memcheck;

CUTAWAY_INLINE bool is_under_valgrind() { return g_memcheck.is_active; }

// Is this process run by valgrind? False also in valgrind's own launcher, which gets the same
// environment.
bool is_run_by_valgrind();
void start_memcheck();

// The replayer switches to a stack of its own there.
void register_native_stack(uint64_t low, uint64_t high);

// The outside answered an allocator: arguments and results of the outcall.
void note_allocator(SiteRole role, const uint64_t* arguments, const uint64_t* results);

// Maps all pages that the stream points to, so that memcheck does not see accesses to
// unmapped memory that the SIGSEGV handler would repair.
void map_mentioned_memory();

void mark_defined_slowly(uint64_t address, uint64_t size);
// The outside wrote these bytes.
CUTAWAY_INLINE void mark_defined(uint64_t address, uint64_t size) {
  if (CUTAWAY_UNLIKELY(g_memcheck.is_active)) mark_defined_slowly(address, size);
}

}  // namespace cutaway::rt
