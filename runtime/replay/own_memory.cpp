// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/replay/own_memory.h"

#include "runtime/common/system.h"
#include "runtime/replay/report.h"

namespace cutaway::rt {
namespace {

uint64_t g_next;

}  // namespace

bool reserve_own_memory() {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  g_next = k_own_heap;
  return to_word(sys_map(k_own_heap, k_own_heap_bytes, PROT_READ | PROT_WRITE, flags)) ==
         k_own_heap;
}

void* own_allocate(uint64_t size) {
  size = round_up(size, 16);
  if (size > k_own_heap + k_own_heap_bytes - g_next)
    fail_to_start("the replayer's memory is used up");
  void* result = reinterpret_cast<void*>(g_next);
  g_next += size;
  return result;
}

}  // namespace cutaway::rt
