// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/shrink/overlaps.h"

#include <signal.h>
#include <string.h>

#include "runtime/replay/own_memory.h"
#include "runtime/shrink/block_map.h"
#include "runtime/shrink/lifetimes.h"
#include "runtime/shrink/outcome.h"
#include "runtime/shrink/trace.h"

namespace cutaway::rt {
namespace {

enum class BlockState : uint8_t {
  live,
  released,
  displaced,  // it is in the arena, this is its recorded place
};

struct TestBlock {
  uint64_t address;
  const Lifetime* lifetime;  // of the recorded block that it is; null: of none
  const uint64_t* giver;     // the outcall that the outside was given it by last; null: none
  BlockState state;
  uint32_t releaser;  // number of the incall that gave it back in a traced test; 0: nobody knows
};

List<TestBlock> g_blocks;
BlockMap g_map;  // to places in g_blocks, from 1

uint32_t add(const TestBlock& block) {
  g_blocks.add(block);
  return static_cast<uint32_t>(g_blocks.count);
}

TestBlock* block_of(uint32_t number) { return number != 0 ? &g_blocks.items[number - 1] : nullptr; }

TestBlock* block_at(uint64_t address) { return block_of(g_map.at(address)); }

// As the recording has it by now, and because of what this test has, too.
bool is_released_by_outside(const TestBlock& block) {
  const Lifetime* recorded = block.lifetime;
  return recorded != nullptr && recorded->end == BlockEnd::outside && recorded->is_dead() &&
         (recorded->giver == nullptr ||
          (recorded->is_giver_kept && recorded->giver == block.giver));
}

bool is_live(TestBlock& block) {
  if (block.state == BlockState::live && is_released_by_outside(block))
    block.state = BlockState::released;
  return block.state == BlockState::live;
}

// A live block that the recording has no more.
bool is_left_over(TestBlock& block) {
  return is_live(block) && block.lifetime != nullptr && block.lifetime->is_dead();
}

// Whether a pointer of the outside points to what it did in the recording, as far as is known.
bool is_same_here(uint64_t word) {
  TestBlock* block = is_tracked(word) ? block_at(word) : nullptr;
  if (block == nullptr) return true;
  if (is_live(*block)) return !is_left_over(*block);
  return !is_recorded_block(word);
}

// Of 64 bits no address has this one; differences of two such pointers stay the same.
constexpr uint64_t k_no_address = 1ull << 60;
bool g_has_useless_pointers;

}  // namespace

bool is_place_free(uint64_t address, uint64_t size, uint64_t old) {
  return g_map.all_of(address, size, [&](uint32_t number) {
    TestBlock* block = block_of(number);
    return block == nullptr || !is_live(*block) || block->address == old;
  });
}

void note_block(uint64_t address, uint64_t size, Event outcall) {
  const Lifetime* recorded = outcall.words != nullptr ? find_lifetime(outcall) : nullptr;
  g_map.set(address, size, add({address, recorded, nullptr, BlockState::live, 0}));
}

void note_block_released(uint64_t address) {
  TestBlock* block = block_at(address);
  if (block == nullptr || block->address != address || block->state != BlockState::live) return;
  block->state = BlockState::released;
  block->releaser = traced_incall();
}

uint32_t releasing_incall(uint64_t address) {
  const TestBlock* block = block_at(address);
  return block != nullptr && block->state == BlockState::released ? block->releaser : 0;
}

void note_other_block(uint64_t address, uint64_t size) {
  g_map.all_of(address, size, [](uint32_t number) {
    if (TestBlock* block = block_of(number)) block->releaser = 0;
    return true;
  });
}

void note_displaced(uint64_t address, uint64_t size) {
  const uint32_t number = add({address, nullptr, nullptr, BlockState::displaced, 0});
  uint64_t unit = address;
  g_map.all_of(address, size, [&](uint32_t other) {
    TestBlock* block = block_of(other);
    if (block == nullptr || !is_live(*block)) g_map.set(unit, k_block_unit, number);
    unit += k_block_unit;
    return true;
  });
}

bool is_in_block(uint64_t address) {
  TestBlock* block = block_at(address);
  return block != nullptr && is_live(*block);
}

bool is_beside_block(uint64_t address, uint64_t size) {
  if (g_blocks.count == 0) return false;
  constexpr uint64_t k_near = 2 * k_block_unit;
  return !is_in_block(address + size - 1) &&
         (is_in_block(address - k_block_unit) || is_in_block(address - k_near) ||
          is_in_block(address + k_near));
}

void note_blocks_given(Event outcall, const uint64_t* arguments, uint64_t count) {
  for (uint64_t i = 0; i < count; i++) {
    TestBlock* block = block_at(arguments[i]);
    if (block != nullptr && block->address == arguments[i]) block->giver = outcall.words;
  }
}

void check_outside_word(uint64_t word) {
  if (!is_same_here(word)) give_up("the outside has a pointer to what is another block here");
}

void check_outside_words(uint64_t address, uint64_t size) {
  if (g_blocks.count == 0) return;
  for (uint64_t at = round_down(address, 8); at < address + size; at += 8) {
    auto* const word = reinterpret_cast<uint64_t*>(at);
    if (is_same_here(*word)) continue;
    *word |= k_no_address;
    g_has_useless_pointers = true;
  }
}

bool is_useless_pointer(int code) { return g_has_useless_pointers && code == SI_KERNEL; }

bool may_outside_write(uint64_t address) {
  TestBlock* block = block_at(address);
  if (block == nullptr) return true;
  if (block->state == BlockState::displaced && is_recorded_block(address))
    give_up("the outside writes to a block that lies elsewhere");
  return !is_left_over(*block);
}

}  // namespace cutaway::rt
