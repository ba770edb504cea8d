// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// AddressSanitizer in tests. Blocks are allocated and given back for real, so their poison is kept
// here, as its runtime would: what a call that is left out gave back may still be used.
#pragma once
#include "runtime/common/rt.h"

namespace cutaway::rt {

// What the outcall that comes next reports; null: nothing.
extern const char* g_asan_report;

// The block may be used, what is around it may not.
void poison_around(uint64_t address, uint64_t size);
// `size` 0: not known; then all of the chunk that its allocator has there.
void poison_released(uint64_t address, uint64_t size);
// What goes between blocks of the arena.
uint64_t gap_between_blocks();

// A block goes back otherwise than it was asked for: then that is reported.
void check_kind_of_release(const CutawaySite* site, uint64_t address);
// The recording ends in this release, so it was reported; here, too, if nobody has such a block.
void end_by_release(const CutawaySite* site, uint64_t address);

// A call of the runtime that poisons memory for the program: done here, too.
void poison_for_program(const CutawaySite* site, const uint64_t* arguments);

// --- Hooks
// -----------------------------------------------------------------------------------------
void test_asan_report(void* context, uint64_t address, uint64_t size);
int32_t test_asan_is_poisoned(void* context, int32_t which, uint64_t a, uint64_t b, uint64_t n);

}  // namespace cutaway::rt
