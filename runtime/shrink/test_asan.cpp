// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/shrink/test_asan.h"

#include <stdio.h>
#include <string.h>

#include "runtime/common/asan.h"
#include "runtime/shrink/heap.h"
#include "runtime/shrink/live_functions.h"
#include "runtime/shrink/program_end.h"

namespace cutaway::rt {

const char* g_asan_report;

namespace {

// Its allocator of LLVM 19: one region for each size of chunk, 16 apart up to 256, then four for
// each power of two.
constexpr uint64_t k_regions = 0x500000000000ull;
constexpr uint64_t k_region_bytes = 1ull << 36;
constexpr uint64_t k_region_count = 64;
constexpr uint64_t k_linear_sizes = 16;
constexpr uint64_t k_least_redzone = 16;

uint64_t size_of_chunk(uint64_t region) {
  if (region <= k_linear_sizes) return 16 * region;
  const uint64_t step = region - k_linear_sizes;
  const uint64_t power = 256ull << step / 4;
  return power + power / 4 * (step % 4);
}

// The end of the chunk that holds `address`; of a large block, which has pages of its own, the next
// page.
uint64_t end_of_chunk(uint64_t address) {
  const uint64_t region = (address - k_regions) / k_region_bytes;
  if (region == 0 || region >= k_region_count) return round_up(address + 1, k_page_bytes);
  const uint64_t start = k_regions + region * k_region_bytes;
  const uint64_t size = size_of_chunk(region);
  return start + ((address - start) / size + 1) * size;
}

const char* const k_checked_names[] = {
#define CUTAWAY_ASAN_CHECKED(name) #name,
    CUTAWAY_ASAN_CHECKED_FUNCTIONS(CUTAWAY_ASAN_CHECKED)
#undef CUTAWAY_ASAN_CHECKED
};

const char* describe_misuse(int32_t which, const AsanMisuse& misuse) {
  static char text[64];
  if (which == k_asan_checked_free) {
    const uint8_t why = *reinterpret_cast<const uint8_t*>(asan_shadow(misuse.address));
    return why == k_asan_heap_freed ? "double-free" : "bad-free";
  }
  if (misuse.is_size_negative) return "negative-size-param";
  if (misuse.address != 0) return describe_access(misuse.address, misuse.size);
  snprintf(text, sizeof(text), "%s-param-overlap", k_checked_names[which]);
  return text;
}

}  // namespace

void poison_around(uint64_t address, uint64_t size) {
  if (!has_asan()) return;
  if (size == 0) size = 1;
  set_poison(address - k_least_redzone, k_least_redzone, k_asan_heap_left);
  const uint64_t end = round_up(address + size, k_asan_granule);
  set_poison(end, round_up(end, 16) + k_least_redzone - end, k_asan_heap_left);
  clear_poison(address, size);
}

void poison_released(uint64_t address, uint64_t size) {
  if (!has_asan() || address % k_asan_granule != 0) return;
  set_poison(address, size != 0 ? size : end_of_chunk(address) - address, k_asan_heap_freed);
}

uint64_t gap_between_blocks() { return has_asan() ? 64 : 16; }

void check_kind_of_release(const CutawaySite* site, uint64_t address) {
  if (!has_asan() || !g_checks_releases) return;
  const BlockKind kind = kind_of_block(address);
  if (kind != BlockKind::unknown && kind != kind_of_call(site))
    g_asan_report = "alloc-dealloc-mismatch";
}

void end_by_release(const CutawaySite* site, uint64_t address) {
  if (!has_asan() || kind_of_block(address) != BlockKind::unknown) return;
  g_asan_report = "bad-free";
  end_by_report(site);
}

void poison_for_program(const CutawaySite* site, const uint64_t* arguments) {
  if (!has_asan() || site->arg_slots != 2) return;
  const uint64_t end = arguments[0] + arguments[1];
  const uint64_t from = round_up(arguments[0], k_asan_granule);
  if (has_name(site, "__asan_poison_memory_region") && from < end)
    set_poison(from, round_down(end, k_asan_granule) - from, k_asan_user);
  if (has_name(site, "__asan_unpoison_memory_region") && from < end) clear_poison(from, end - from);
}

void test_asan_report(void*, uint64_t address, uint64_t size) {
  g_asan_report = describe_access(address, size);
}

int32_t test_asan_is_poisoned(void*, int32_t which, uint64_t a, uint64_t b, uint64_t n) {
  const uint64_t arguments[3] = {a, b, n};
  AsanMisuse misuse;
  if (!find_misuse(which, arguments, &misuse)) return 0;
  g_asan_report = describe_misuse(which, misuse);
  return 1;
}

}  // namespace cutaway::rt
