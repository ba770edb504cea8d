// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/shrink/heap.h"

#include "runtime/common/text.h"
#include "runtime/replay/own_memory.h"
#include "runtime/replay/recorded_memory.h"
#include "runtime/shrink/live_functions.h"
#include "runtime/shrink/outcome.h"
#include "runtime/shrink/test_asan.h"
#include "runtime/shrink/trace.h"

namespace cutaway::rt {

bool g_checks_releases;

namespace {

constexpr uint64_t k_arena = 0x5e0000000000ull;
constexpr uint64_t k_arena_bytes = 1ull << 32;

struct Block {
  uint64_t address;  // 0: free entry of the table
  uint64_t size;
  uint32_t incall;  // of a traced test: that asked for it; 0: none
  bool is_released;
  BlockKind kind;
};

// Open addressing; doubles when it is half full. The old table is not given back: a test is short.
struct BlockTable {
  Block* entries;
  uint64_t capacity;
  uint64_t count;
};

BlockTable g_blocks;
uint64_t g_arena_next = k_arena;

Block* find_entry(uint64_t address) {
  uint64_t i = address / 16 * 0x9e3779b97f4a7c15ull >> 20;
  for (;; i++) {
    Block* block = &g_blocks.entries[i & (g_blocks.capacity - 1)];
    if (block->address == address || block->address == 0) return block;
  }
}

void grow() {
  const BlockTable old = g_blocks;
  g_blocks.capacity = old.capacity == 0 ? 1024 : 2 * old.capacity;
  g_blocks.entries = own_allocate_array<Block>(g_blocks.capacity);
  for (uint64_t i = 0; i < old.capacity; i++)
    if (old.entries[i].address != 0) *find_entry(old.entries[i].address) = old.entries[i];
}

Block& block_at(uint64_t address) {
  if (2 * g_blocks.count >= g_blocks.capacity) grow();
  Block* block = find_entry(address);
  if (block->address == 0) {
    block->address = address;
    g_blocks.count++;
  }
  return *block;
}

const Block* find_live(uint64_t address) {
  if (g_blocks.capacity == 0) return nullptr;
  const Block* block = find_entry(address);
  return block->address == address && !block->is_released ? block : nullptr;
}

}  // namespace

uint64_t allocate_live(uint64_t size, uint64_t alignment) {
  if (alignment < 16) alignment = 16;
  const uint64_t address = round_up(g_arena_next, alignment);
  if (size > k_arena_bytes || address + size > k_arena + k_arena_bytes)
    give_up("the arena is used up");
  g_arena_next = address + size + gap_between_blocks();
  ensure_mapped(address, size);
  return address;
}

bool is_in_arena(uint64_t address) { return address - k_arena < k_arena_bytes; }

void note_allocated(uint64_t address, uint64_t size) {
  if (address == 0) return;
  Block& block = block_at(address);
  block.size = size;
  block.incall = traced_incall();
  block.kind = BlockKind::unknown;
  block.is_released = false;
  poison_around(address, size);
}

void note_released(uint64_t address) {
  if (address == 0) return;
  Block& block = block_at(address);
  if (block.is_released && g_checks_releases) fail(k_failure_double_free);
  block.is_released = true;
  poison_released(address, block.size);
}

BlockKind kind_of_call(const CutawaySite* site) {
  uint64_t size;
  const char* name = name_of_site(site, &size);
  if (has_prefix(name, "_Znw") || has_prefix(name, "_Zdl")) return BlockKind::plain_new;
  if (has_prefix(name, "_Zna") || has_prefix(name, "_Zda")) return BlockKind::array_new;
  return BlockKind::malloc;
}

void note_kind(uint64_t address, BlockKind kind) {
  if (address != 0) block_at(address).kind = kind;
}

BlockKind kind_of_block(uint64_t address) {
  const Block* block = find_live(address);
  return block != nullptr ? block->kind : BlockKind::unknown;
}

uint64_t size_of_block(uint64_t address) {
  const Block* block = find_live(address);
  return block != nullptr ? block->size : 0;
}

uint32_t allocating_incall(uint64_t address) {
  const Block* block = find_live(address);
  return block != nullptr ? block->incall : 0;
}

}  // namespace cutaway::rt
