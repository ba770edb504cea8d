// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/shrink/constructed.h"

#include <string.h>

#include "abi/shrink.h"
#include "runtime/common/system.h"
#include "runtime/common/text.h"
#include "runtime/replay/module_map.h"
#include "runtime/replay/tables.h"
#include "runtime/replay/thread.h"
#include "runtime/shrink/live_functions.h"

namespace cutaway::rt {
namespace {

constexpr uint64_t k_learned_bytes = 1ull << 30;
struct Learned {
  uint64_t count;
  ConstructedRange ranges[];
};
constexpr uint64_t k_most_ranges = (k_learned_bytes - sizeof(Learned)) / sizeof(ConstructedRange);

Learned* g_learned;
uint64_t g_given;   // ranges that are not of a learning test
uint64_t g_guards;  // held

// "_ZN4shop4TreeC2Ev". A name that only looks so costs no more than a call that stays.
bool is_constructor(const char* text) {
  uint64_t size;
  const char* name = name_in_text(text, &size);
  return has_prefix(name, "_ZN") &&
         (memmem(name, size, "C1E", 3) != nullptr || memmem(name, size, "C2E", 3) != nullptr);
}

}  // namespace

bool prepare_constructed(int releases_fd) {
  const int shared = MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE;
  g_learned = static_cast<Learned*>(sys_map(0, k_learned_bytes, PROT_READ | PROT_WRITE, shared));
  if (g_learned == nullptr) return false;
  CutawayRelease each;
  for (uint64_t at = 0; releases_fd >= 0 && raw_syscall(SYS_pread64, releases_fd, to_word(&each),
                                                        sizeof(each), at) == sizeof(each);
       at += sizeof(each)) {
    if (each.by == k_release_constructed)
      g_learned->ranges[g_learned->count++] = {g_modules.decode(each.allocation), each.crossing};
  }
  g_given = g_learned->count;
  return true;
}

void forget_constructed() { g_learned->count = g_given; }

void write_constructed(int releases_fd, uint64_t written) {
  for (uint64_t i = 0; g_learned != nullptr && i < g_learned->count; i++) {
    const ConstructedRange& range = g_learned->ranges[i];
    const CutawayRelease each{g_modules.images.encode(range.address), range.size,
                              k_release_constructed};
    raw_syscall(SYS_pwrite64, releases_fd, to_word(&each), sizeof(each), written);
    written += sizeof(each);
  }
}

bool is_constructing() {
  if (g_guards != 0) return true;
  if (g_thread == nullptr || g_thread->incall.number == 0) return false;
  return is_constructor(g_tables.functions[g_thread->incall.function].text);
}

void note_guard(const CutawaySite* site, uint64_t result) {
  if (has_name(site, "__cxa_guard_acquire")) {
    g_guards += (result & 0xff) != 0 ? 1 : 0;
  } else if (g_guards != 0 &&
             (has_name(site, "__cxa_guard_release") || has_name(site, "__cxa_guard_abort"))) {
    g_guards--;
  }
}

void learn_constructed(uint64_t address) {
  ConstructedRange* last =
      g_learned->count != 0 ? &g_learned->ranges[g_learned->count - 1] : nullptr;
  if (last != nullptr && last->address + last->size == address) {
    last->size++;
  } else if (g_learned->count < k_most_ranges) {
    g_learned->ranges[g_learned->count++] = {address, 1};
  }
}

const ConstructedRange* constructed_ranges(uint64_t* count) {
  *count = g_learned->count;
  return g_learned->ranges;
}

}  // namespace cutaway::rt
