// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// AddressSanitizer in a replayed process: the program's checks run on a shadow that the replayer
// keeps, its runtime does not.
#pragma once
#include "runtime/common/asan.h"

namespace cutaway::rt {

// Leads its versions of libc's functions to libc's own, and those that poison frames here. Before
// anything else runs: each of them would start it.
void disarm_asan();

// Reserves its shadow; false if something lies there.
bool map_asan_shadow();

// Where a byte of its shadow of a recorded process is here.
uint64_t relocate_asan_shadow(uint64_t address);

// --- Hooks
// -----------------------------------------------------------------------------------------
void on_asan_report(void* context, uint64_t address, uint64_t size);
void on_asan_reported(void* context);
int32_t on_asan_is_poisoned(void* context, int32_t which, uint64_t a, uint64_t b, uint64_t n);

}  // namespace cutaway::rt
