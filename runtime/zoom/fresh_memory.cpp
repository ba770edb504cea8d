// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/zoom/fresh_memory.h"

#include <string.h>

#include "runtime/common/system.h"
#include "runtime/record/log.h"
#include "runtime/replay/own_memory.h"
#include "runtime/replay/tables.h"

namespace cutaway::rt {

uint64_t g_fresh_count;

namespace {

struct Fresh {
  uint64_t address;
  uint64_t size;
};

Fresh* g_fresh;
uint64_t g_capacity;

// Above this lie, of each thread, only frames that were there when S was last called or left.
uint64_t g_known_frames[k_max_threads];
uint32_t g_thread_count;  // that have come here

uint64_t& known_frames_of(const ReplayThread& thread) {
  if (thread.ident >= g_thread_count) g_thread_count = thread.ident + 1;
  return g_known_frames[thread.ident];
}

void add(uint64_t address, uint64_t size) {
  if (g_fresh_count != 0) {
    Fresh& last = g_fresh[g_fresh_count - 1];
    const bool is_next = last.address + last.size == address;
    if (is_next && last.size + size <= k_max_patch_bytes) {
      last.size += size;
      return;
    }
  }
  if (g_fresh_count == g_capacity) {
    const Fresh* old = g_fresh;
    g_capacity = g_capacity == 0 ? 256 : 2 * g_capacity;
    g_fresh = own_allocate_array<Fresh>(g_capacity);
    if (old != nullptr) memcpy(g_fresh, old, g_fresh_count * sizeof(Fresh));
  }
  g_fresh[g_fresh_count++] = {address, size};
}

// Neither untouched nor fresh already.
bool is_used(const char* shadow, uint64_t size) {
  const auto is_same = [&](char byte) {
    return *shadow == byte && memcmp(shadow, shadow + 1, size - 1) == 0;
  };
  return !is_same(0) && !is_same(static_cast<char>(k_fresh_byte));
}

// A page of the shadow that nobody has touched is not to be touched for this.
bool is_page_there(const char* shadow) {
  const uint64_t page = round_down(reinterpret_cast<uint64_t>(shadow), k_page_bytes);
  unsigned char is_there = 0;
  return is_error(raw_syscall(SYS_mincore, page, 1, reinterpret_cast<uint64_t>(&is_there))) ||
         (is_there & 1) != 0;
}

}  // namespace

uint64_t allocated_bytes(Event outcall, const uint64_t* arguments) {
  if (outcall.kind() != k_event_outcall) return 0;
  switch (g_tables.sites[outcall.ident()].role) {
    case SiteRole::allocate:
      return arguments[0];
    case SiteRole::allocate_array:
      return arguments[0] * arguments[1];
    case SiteRole::allocate_aligned:
    case SiteRole::reallocate:
      return arguments[1];
    default:
      return 0;
  }
}

void make_fresh(uint64_t address, uint64_t size) {
  if (!is_tracked(address) || size > k_tracked_high - address) return;
  for (const uint64_t end = address + size; address < end;) {
    const uint64_t next = round_down(address, k_page_bytes) + k_page_bytes;
    const uint64_t count = (next < end ? next : end) - address;
    char* shadow = shadow_of(reinterpret_cast<const void*>(address));
    const bool is_large = size >= k_page_bytes;
    if ((!is_large || is_page_there(shadow)) && is_used(shadow, count)) {
      memset(shadow, k_fresh_byte, count);
      add(address, count);
    }
    address += count;
  }
}

void note_stack(const ReplayThread& thread) {
  const uint64_t sp = to_word(thread.inside_sp);
  if (sp > known_frames_of(thread)) known_frames_of(thread) = sp;
}

void note_stack_of_zoom(const ReplayThread& thread) {
  known_frames_of(thread) = to_word(thread.inside_sp);
}

void make_frames_fresh() {
  for (uint32_t i = 0; i < g_thread_count; i++) {
    const ReplayThread* thread = g_known_frames[i] != 0 ? find_thread(i) : nullptr;
    if (thread == nullptr) continue;
    note_stack(*thread);
    const uint64_t sp = to_word(thread->inside_sp);
    make_fresh(sp, g_known_frames[i] - sp);
    g_known_frames[i] = sp;
  }
}

void log_fresh_memory_slowly() {
  for (uint64_t i = 0; i < g_fresh_count; i++) {
    uint64_t* event = reserve_event(1);
    if (event == nullptr) break;
    event[1] = g_fresh[i].address;
    commit_event(event, k_event_fresh, 1, static_cast<uint32_t>(g_fresh[i].size));
  }
  g_fresh_count = 0;
}

}  // namespace cutaway::rt
