// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Only the inside's own allocations are known here. A block that the inside freed and the outside
// got again stays inaccessible to memcheck except for bytes that arrive as patches: reports about
// such memory may be false. Nothing is assumed of memory that the outside allocated: it is all
// accessible.
#include "runtime/replay/memcheck.h"

#include "runtime/replay/module_map.h"
#include "runtime/replay/own_memory.h"
#include "runtime/replay/recorded_memory.h"
#include "runtime/replay/stream.h"

#if __has_include(<valgrind/memcheck.h>)
#include <valgrind/memcheck.h>
#define CUTAWAY_HAS_VALGRIND 1
#endif

namespace cutaway::rt {

MemcheckState g_memcheck;

#ifdef CUTAWAY_HAS_VALGRIND
namespace {

// Blocks of the inside by address; open addressing, never removed.
struct Block {
  uint64_t address;
  uint64_t size;
  bool is_live;
};
constexpr uint64_t k_block_slots = 1 << 22;
Block* g_blocks;
uint64_t g_block_count;

Block* find_block(uint64_t address) {
  uint64_t at = (address >> 4) * 0x9e3779b97f4a7c15ull >> 42;
  while (g_blocks[at].address != 0 && g_blocks[at].address != address)
    at = (at + 1) % k_block_slots;
  return &g_blocks[at];
}

void release_block(uint64_t address) {
  Block* block = find_block(address);
  if (block->address == 0) return;      // allocated by the outside
  VALGRIND_FREELIKE_BLOCK(address, 0);  // a second release is memcheck's to report
  block->is_live = false;
}

// The slack up to what glibc's malloc hands out next is nobody's: its size fields and padding.
void add_block(uint64_t address, uint64_t size, bool is_defined) {
  if (address == 0 || !ensure_mapped(address - 16, size + 32)) return;
  Block* block = find_block(address);
  if (block->address == 0 && ++g_block_count > k_block_slots / 2) return;
  if (block->is_live) VALGRIND_FREELIKE_BLOCK(address, 0);  // the outside freed it
  const uint64_t next = address + (size + 8 <= 24 ? 32 : round_up(size + 8, 16));
  (void)VALGRIND_MAKE_MEM_NOACCESS(address - 8, 8);
  (void)VALGRIND_MAKE_MEM_NOACCESS(address + size, next - (address + size));
  VALGRIND_MALLOCLIKE_BLOCK(address, size, 0, is_defined);
  *block = {address, size, true};
}

void resize_block(uint64_t old_address, uint64_t new_address, uint64_t size) {
  if (new_address == 0) return;
  Block* old = old_address != 0 ? find_block(old_address) : nullptr;
  const uint64_t kept =
      old != nullptr && old->is_live ? (old->size < size ? old->size : size) : size;
  if (old != nullptr) release_block(old_address);
  add_block(new_address, size, false);
  mark_defined_slowly(new_address, kept);  // what was undefined in it is forgiven
}

void map_if_address(uint64_t word) {
  if (is_tracked(word) && word < k_tracked_high - 2 * k_group_bytes)
    ensure_mapped(word, k_group_bytes);
}

}  // namespace

bool is_run_by_valgrind() { return RUNNING_ON_VALGRIND != 0; }

void start_memcheck() {
  g_memcheck.is_active = true;
  g_blocks = own_allocate_array<Block>(k_block_slots);
}

void register_native_stack(uint64_t low, uint64_t high) {
  if (g_memcheck.is_active) (void)VALGRIND_STACK_REGISTER(low, high);
}

void note_allocator(SiteRole role, const uint64_t* arguments, const uint64_t* results) {
  switch (role) {
    case SiteRole::allocate:
      return add_block(results[0], arguments[0], false);
    case SiteRole::allocate_zeroed:
      return add_block(results[0], arguments[0], true);
    case SiteRole::allocate_array:
      return add_block(results[0], arguments[0] * arguments[1], true);
    case SiteRole::allocate_aligned:
      return add_block(results[0], arguments[1], false);
    case SiteRole::reallocate:
      return resize_block(arguments[0], results[0], arguments[1]);
    case SiteRole::release:
      return release_block(arguments[0]);
    case SiteRole::allocate_exception:
    case SiteRole::end_catch:
    case SiteRole::free_exception:
    case SiteRole::none:
      return;
  }
}

void mark_defined_slowly(uint64_t address, uint64_t size) {
  (void)VALGRIND_MAKE_MEM_DEFINED(address, size);
}

void map_mentioned_memory() {
  for (const uint64_t* at = g_stream.begin; at < g_stream.end; at += 1 + event_words(*at)) {
    const Event event{at};
    if (event.is_table()) continue;
    for (uint32_t i = 0; i < event.payload_words(); i++) map_if_address(event.payload()[i]);
  }
}

#else

bool is_run_by_valgrind() { return false; }
void start_memcheck() {}
void register_native_stack(uint64_t, uint64_t) {}
void note_allocator(SiteRole, const uint64_t*, const uint64_t*) {}
void mark_defined_slowly(uint64_t, uint64_t) {}
void map_mentioned_memory() {}

#endif

}  // namespace cutaway::rt
