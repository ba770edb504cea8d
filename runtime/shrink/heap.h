// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The heap of a test. Blocks that the recording knows lie at their recorded addresses; what a test
// asks for beyond that comes from an arena that no recorded process has used. Where the recorded
// failure is that of a release, a block given back twice is a failure. (Else it is none: the
// outside may have had the block in between.)
#pragma once
#include "runtime/common/rt.h"

namespace cutaway::rt {

extern bool g_checks_releases;

// A block of the arena.
uint64_t allocate_live(uint64_t size, uint64_t alignment);
bool is_in_arena(uint64_t address);

// The program has a block of `size` bytes at `address` now.
void note_allocated(uint64_t address, uint64_t size);
// It gives one back; fails the test if it had done that before.
void note_released(uint64_t address);
// How the block was asked for, by the function's name: new, new[] or malloc.
enum class BlockKind : uint8_t { unknown, malloc, plain_new, array_new };
BlockKind kind_of_call(const CutawaySite* site);
void note_kind(uint64_t address, BlockKind kind);
BlockKind kind_of_block(uint64_t address);
// What is known of the size of a live block; 0: nothing.
uint64_t size_of_block(uint64_t address);
// The incall of a traced test that asked for a live block; 0: nobody knows.
uint32_t allocating_incall(uint64_t address);

}  // namespace cutaway::rt
