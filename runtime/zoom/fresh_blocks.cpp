// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/zoom/fresh_blocks.h"

#include "runtime/record/patches.h"
#include "runtime/replay/recorded_memory.h"
#include "runtime/replay/tables.h"

namespace cutaway::rt {
namespace {

// Of more blocks, or larger ones, only what differs is logged, as of all other memory.
constexpr uint32_t k_most_blocks = 1024;
constexpr uint64_t k_most_bytes = 64 << 10;

struct Block {
  uint64_t address;
  uint64_t size;
};
Block g_blocks[k_most_blocks];
uint32_t g_block_count;

// What S has never seen is all zero.
bool is_known(const Block& block) {
  const char* shadow = shadow_of(reinterpret_cast<const void*>(block.address));
  for (uint64_t i = 0; i < block.size; i++)
    if (shadow[i] != 0) return true;
  return false;
}

void log_block(Context* context, const Block& block, uint64_t sp) {
  if (!ensure_mapped(block.address, block.size) || !is_known(block)) return;
  const char* bytes = reinterpret_cast<const char*>(block.address);
  char* shadow = shadow_of(bytes);
  for (uint64_t i = 0; i < block.size; i++) shadow[i] = static_cast<char>(~bytes[i]);
  log_bytes(context, bytes, block.size, sp);
}

}  // namespace

uint64_t allocated_bytes(const CutawaySite* site, const uint64_t* arguments) {
  const Event call = g_stream.next();
  if (call.kind() != k_event_outcall || g_tables.sites[call.ident()].site != site) return 0;
  switch (g_tables.sites[call.ident()].role) {
    case SiteRole::allocate:
    case SiteRole::allocate_zeroed:
      return arguments[0];
    case SiteRole::allocate_array:
      return arguments[0] * arguments[1];
    case SiteRole::allocate_aligned:
      return arguments[1];
    default:  // what is reallocated may hold what S wrote
      return 0;
  }
}

void note_fresh_block(uint64_t address, uint64_t size) {
  if (address == 0 || size > k_most_bytes) return;
  for (uint32_t i = 0; i < g_block_count; i++) {
    if (g_blocks[i].address != address) continue;
    g_blocks[i].size = size;
    return;
  }
  if (g_block_count < k_most_blocks) g_blocks[g_block_count++] = {address, size};
}

void log_fresh_blocks(Context* context, uint64_t sp) {
  for (uint32_t i = 0; i < g_block_count; i++) log_block(context, g_blocks[i], sp);
  g_block_count = 0;
}

}  // namespace cutaway::rt
