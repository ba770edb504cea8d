// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/zoom/fresh_memory.h"

#include <string.h>

#include "runtime/common/system.h"
#include "runtime/record/log.h"
#include "runtime/replay/roles.h"

namespace cutaway::rt {

List<FreshMemory> g_fresh;

namespace {

// Above this lie, of each thread, only frames that were there when S was last called or left.
uint64_t g_known_frames[k_max_threads];
uint32_t g_thread_count;  // that have come here

uint64_t& known_frames_of(const ReplayThread& thread) {
  if (thread.ident >= g_thread_count) g_thread_count = thread.ident + 1;
  return g_known_frames[thread.ident];
}

void add(uint64_t address, uint64_t size) {
  FreshMemory* last = g_fresh.count != 0 ? &g_fresh.items[g_fresh.count - 1] : nullptr;
  const bool is_next = last != nullptr && last->address + last->size == address &&
                       last->size + size <= k_max_patch_bytes;
  if (is_next) {
    last->size += size;
  } else {
    g_fresh.add({address, size});
  }
}

// Neither untouched nor fresh already.
bool is_used(const char* shadow, uint64_t size) {
  const auto is_same = [&](char byte) {
    return *shadow == byte && memcmp(shadow, shadow + 1, size - 1) == 0;
  };
  return !is_same(0) && !is_same(static_cast<char>(k_fresh_byte));
}

// Looks without touching the page.
bool is_resident(const char* shadow) {
  const uint64_t page = round_down(reinterpret_cast<uint64_t>(shadow), k_page_bytes);
  unsigned char is_there = 0;
  return is_error(raw_syscall(SYS_mincore, page, 1, reinterpret_cast<uint64_t>(&is_there))) ||
         (is_there & 1) != 0;
}

}  // namespace

uint64_t allocated_bytes(Event outcall, const uint64_t* arguments) {
  if (outcall.kind() != k_event_outcall) return 0;
  const SiteRole role = role_of_call(outcall);
  return is_allocation(role) ? requested_bytes(role, arguments) : 0;
}

void make_fresh(uint64_t address, uint64_t size) {
  if (!is_tracked(address) || size > k_tracked_high - address) return;
  for (const uint64_t end = address + size; address < end;) {
    const uint64_t next = round_down(address, k_page_bytes) + k_page_bytes;
    const uint64_t count = (next < end ? next : end) - address;
    char* shadow = shadow_of(reinterpret_cast<const void*>(address));
    const bool is_large = size >= k_page_bytes;
    if ((!is_large || is_resident(shadow)) && is_used(shadow, count)) {
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
  for (uint64_t i = 0; i < g_fresh.count; i++) {
    uint64_t* event = reserve_event(1);
    if (event == nullptr) break;
    event[1] = g_fresh.items[i].address;
    commit_event(event, k_event_fresh, 1, static_cast<uint32_t>(g_fresh.items[i].size));
  }
  g_fresh.count = 0;
}

}  // namespace cutaway::rt
