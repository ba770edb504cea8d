// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A hash table by address, at most half full. Recorded threads are coroutines, and none changes
// between the two calls around a setjmp.
#include "runtime/replay/jump_buffers.h"

#include "runtime/common/system.h"
#include "runtime/replay/own_memory.h"

namespace cutaway::rt {
namespace {

struct Jump {
  uint64_t address;  // 0: free
  jmp_buf registers;
};

constexpr uint64_t k_first_capacity = 64;

Jump* g_jumps;
uint64_t g_capacity;
uint64_t g_count;
char g_kept[k_jump_bytes];

Jump* find_place(Jump* jumps, uint64_t capacity, uint64_t address) {
  uint64_t at = (address >> 3) * 0x9e3779b97f4a7c15ull >> 32;
  for (;; at++) {
    Jump* jump = &jumps[at % capacity];
    if (jump->address == address || jump->address == 0) return jump;
  }
}

void grow() {
  const uint64_t capacity = g_capacity == 0 ? k_first_capacity : 2 * g_capacity;
  Jump* jumps = own_allocate_array<Jump>(capacity);
  for (uint64_t i = 0; i < g_capacity; i++) {
    if (g_jumps[i].address != 0) *find_place(jumps, capacity, g_jumps[i].address) = g_jumps[i];
  }
  g_jumps = jumps;
  g_capacity = capacity;
}

}  // namespace

void keep_bytes_under_jump(const void* buffer) { __builtin_memcpy(g_kept, buffer, k_jump_bytes); }

void take_jump(void* buffer) {
  if (2 * (g_count + 1) > g_capacity) grow();
  Jump* jump = find_place(g_jumps, g_capacity, to_word(buffer));
  if (jump->address == 0) g_count++;
  jump->address = to_word(buffer);
  __builtin_memcpy(jump->registers, buffer, k_jump_bytes);
  __builtin_memcpy(buffer, g_kept, k_jump_bytes);
}

__jmp_buf_tag* find_jump(uint64_t buffer) {
  if (g_capacity == 0) return nullptr;
  Jump* jump = find_place(g_jumps, g_capacity, buffer);
  return jump->address != 0 ? jump->registers : nullptr;
}

}  // namespace cutaway::rt
