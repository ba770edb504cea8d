// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/shrink/patch_causes.h"

#include "runtime/replay/thread.h"
#include "runtime/shrink/heap.h"
#include "runtime/shrink/trace.h"

namespace cutaway::rt {
namespace {

struct Given {
  uint64_t address;
  uint64_t size;
  uint32_t incall;
  bool is_block;  // that the inside allocated
};
constexpr uint64_t k_remembered = 1 << 14;
constexpr uint64_t k_largest_size = 1 << 24;
constexpr uint64_t k_unknown_size = 64;

Given g_given[k_remembered];  // of number n: n % k_remembered
uint64_t g_given_count;

// A number among the arguments is most likely the size.
uint64_t largest_size(const uint64_t* arguments, uint64_t count) {
  uint64_t size = k_unknown_size;
  for (uint64_t i = 0; i < count; i++)
    if (arguments[i] <= k_largest_size && arguments[i] > size) size = arguments[i];
  return size;
}

}  // namespace

void note_given(const uint64_t* arguments, uint64_t count) {
  const uint64_t size = largest_size(arguments, count);
  for (uint64_t i = 0; i < count; i++) {
    if (!is_tracked(arguments[i])) continue;
    const uint64_t block = size_of_block(arguments[i]);
    g_given[g_given_count++ % k_remembered] = {arguments[i], block > size ? block : size,
                                               static_cast<uint32_t>(g_thread->incall.number),
                                               block != 0};
  }
}

uint32_t find_cause(uint64_t address) {
  const uint64_t oldest = g_given_count > k_remembered ? g_given_count - k_remembered : 0;
  for (uint64_t i = g_given_count; i-- > oldest;) {
    const Given& given = g_given[i % k_remembered];
    if (address - given.address >= given.size) continue;
    if (!given.is_block && !is_written_by_inside(address)) return 0;
    return given.incall != g_thread->incall.number ? given.incall : 0;
  }
  return 0;
}

}  // namespace cutaway::rt
