// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/shrink/trace.h"

#include <string.h>

#include "runtime/common/system.h"
#include "runtime/common/verify_hash.h"
#include "runtime/record/calls.h"
#include "runtime/record/patches.h"
#include "runtime/replay/coroutine.h"
#include "runtime/replay/engine.h"
#include "runtime/replay/module_map.h"
#include "runtime/replay/own_memory.h"
#include "runtime/replay/recorded_memory.h"
#include "runtime/replay/report.h"
#include "runtime/replay/runtime.h"
#include "runtime/replay/thread.h"
#include "runtime/shrink/constructed.h"
#include "runtime/shrink/given_texts.h"
#include "runtime/shrink/outcome.h"
#include "runtime/shrink/overlaps.h"

namespace cutaway::rt {

TraceOptions g_trace{false, false, -1};

namespace {

// Who wrote a byte last: nobody, the outside, or the incall with this number + k_first_incall.
using Writer = uint32_t;
constexpr Writer k_nobody = 0, k_outside = 1, k_first_incall = 2;

struct TracedPage {
  uint64_t address;  // 0: free entry of the table
  TracedPage* next;
  Writer* writers;  // of each byte
  uint64_t expected[k_page_bytes /
                    64];  // bytes that the recording itself reads although nobody wrote them
  bool is_loaded;         // of an image
  uint64_t stray[k_page_bytes / 64];           // see hash_stray_bytes
  uint64_t read_as_loaded[k_page_bytes / 64];  // in a learning test: of an image, before a write
};
constexpr uint64_t k_page_entries = 1 << 16;

// What a learning test found, shared with the server.
struct UnwrittenRead {
  uint64_t address;
  uint64_t size;
};
constexpr uint64_t k_learned_bytes = 1ull << 32;
struct Learned {
  uint64_t count;
  UnwrittenRead reads[];
};
constexpr uint64_t k_most_learned = (k_learned_bytes - sizeof(Learned)) / sizeof(UnwrittenRead);

constexpr uint64_t k_shadow_low = k_tracked_low + k_shadow_offset;
constexpr uint64_t k_shadow_high = k_tracked_high + k_shadow_offset;
constexpr uint64_t k_inside_stacks_end = k_inside_stacks + k_max_threads * k_inside_stack_size;

Learned* g_learned;
TracedPage** g_pages;
TracedPage* g_last_page;

// Dependences of the running incall: g_seen[writer] is the reader that has said so last.
uint32_t* g_seen;
uint64_t g_seen_count;
constexpr uint64_t k_buffered = 4096;
CutawayDependence g_buffer[k_buffered];
uint64_t g_buffered;
uint64_t g_written;  // bytes

// Of a zoomed recording, frames of the larger inside lie on the inside stacks, too: above those of
// the open incall of the thread that the stack is of.
bool is_frame_of_outside(uint64_t address) {
  const uint64_t offset = (address - k_inside_stacks) % k_inside_stack_size;
  if (offset >= k_inside_stack_size / 2) return false;  // private to a function
  const ReplayThread* owner = find_thread((address - k_inside_stacks) / k_inside_stack_size);
  return owner == nullptr || owner->incall.number == 0 || address >= owner->incall.inside_sp;
}

// Not: locals of the inside and the replayer's own memory. Nothing of them is there in another
// incall.
bool is_traced_address(uint64_t address) {
  if (!is_tracked(address)) return false;
  if (address >= k_inside_stacks && address < k_inside_stacks_end)
    return is_frame_of_outside(address);
  return address < k_places.libraries.low || address >= k_places.libraries.high ||
         g_modules.images.holds(address);
}

TracedPage* find_page(uint64_t address) {
  const uint64_t page = round_down(address, k_page_bytes);
  if (g_last_page != nullptr && g_last_page->address == page) return g_last_page;
  TracedPage** slot = &g_pages[page / k_page_bytes % k_page_entries];
  TracedPage* found = *slot;
  while (found != nullptr && found->address != page) found = found->next;
  if (found == nullptr) {
    found = own_allocate_array<TracedPage>(1);
    found->address = page;
    found->writers = own_allocate_array<Writer>(k_page_bytes);
    found->next = *slot;
    *slot = found;
    // What modules are loaded with is known.
    found->is_loaded =
        g_modules.images.holds(page) || g_modules.images.holds(page + k_page_bytes - 1);
    const bool is_cell = page >= k_known_cells && page < k_known_cells + (1ull << 30);
    if (found->is_loaded || is_cell)
      for (uint64_t i = 0; i < k_page_bytes; i++) found->writers[i] = k_outside;
  }
  g_last_page = found;
  return found;
}

// Calls visit(page, first byte in it, number of bytes) for each page of the range.
template <class Visitor>
void for_each_page(uint64_t address, uint64_t size, const Visitor& visit) {
  while (size != 0) {
    const uint64_t offset = address % k_page_bytes;
    const uint64_t count = size < k_page_bytes - offset ? size : k_page_bytes - offset;
    // What is traced starts and ends at multiples of 16, as frames and blocks do, or with a page.
    if (is_traced_address(address)) visit(*find_page(address), offset, count);
    address += count;
    size -= count;
  }
}

void flush_dependences() {
  if (g_trace.dependence_fd >= 0 && g_buffered != 0) {
    const uint64_t bytes = g_buffered * sizeof(CutawayDependence);
    raw_syscall(SYS_pwrite64, g_trace.dependence_fd, to_word(g_buffer), bytes, g_written);
    g_written += bytes;
  }
  g_buffered = 0;
}

void write_dependence(uint32_t reader, uint32_t writer) {
  g_buffer[g_buffered++] = {reader, writer};
  if (g_buffered == k_buffered) flush_dependences();
}

void add_dependence(uint32_t reader, Writer writer) {
  if (writer >= g_seen_count || g_seen[writer] == reader) return;
  g_seen[writer] = reader;
  write_dependence(reader, writer - k_first_incall);
}

Writer running_incall() {
  return g_thread != nullptr && g_thread->incall.number != 0
             ? static_cast<Writer>(g_thread->incall.number - 1 + k_first_incall)
             : k_outside;
}

void note_unwritten(TracedPage& page, uint64_t offset) {
  uint64_t& bits = page.expected[offset / 64];
  if ((bits >> offset % 64 & 1) != 0) return;
  bits |= 1ull << offset % 64;
  if (!g_trace.learns) {
    g_outcome->undefined++;
    return;
  }
  const uint64_t address = page.address + offset;
  UnwrittenRead* last = g_learned->count != 0 ? &g_learned->reads[g_learned->count - 1] : nullptr;
  if (last != nullptr && last->address + last->size == address) {
    last->size++;
  } else if (g_learned->count < k_most_learned) {
    g_learned->reads[g_learned->count++] = {address, 1};
  }
}

// What a constructor is the first to touch.
void learn_construction(uint64_t address, uint64_t size) {
  if (!is_constructing()) return;
  for_each_page(address, size, [&](TracedPage& page, uint64_t offset, uint64_t count) {
    for (uint64_t i = offset; page.is_loaded && i < offset + count; i++)
      if (page.writers[i] == k_outside && (page.read_as_loaded[i / 64] >> i % 64 & 1) == 0)
        learn_constructed(page.address + i);
  });
}

constexpr uint64_t k_most_stray = 1 << 16;
uint64_t g_stray[k_most_stray];
uint64_t g_stray_count;

void note_stray(uint64_t address, uint64_t size) {
  if (!is_beside_block(address, size)) return;
  for_each_page(address, size, [&](TracedPage& page, uint64_t offset, uint64_t count) {
    for (uint64_t i = offset; i < offset + count; i++) {
      const uint64_t bit = 1ull << i % 64;
      if ((page.stray[i / 64] & bit) != 0 || g_stray_count == k_most_stray) continue;
      page.stray[i / 64] |= bit;
      g_stray[g_stray_count++] = page.address + i;
    }
  });
}

void set_writer(uint64_t address, uint64_t size, Writer writer) {
  for_each_page(address, size, [&](TracedPage& page, uint64_t offset, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) page.writers[offset + i] = writer;
  });
}

// Complements the shadow of what is there already: pages that are not will be filled so.
void spoil_shadow(uint64_t address, uint64_t size) {
  for (uint64_t i = 0; i < size; i++) {
    if (!is_tracked(address + i)) return;
    *shadow_of(reinterpret_cast<const char*>(address + i)) =
        static_cast<char>(~*reinterpret_cast<const char*>(address + i));
  }
}

bool is_page_there(uint64_t page) {
  if (is_inside_stack_guard(page) || is_native_stack_guard(page) || is_armed_fault(page))
    return false;
  unsigned char is_there = 0;
  return raw_syscall(SYS_mincore, page, 1, to_word(&is_there)) == 0;
}

}  // namespace

bool prepare_trace() {
  const int shared = MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE;
  g_learned = static_cast<Learned*>(sys_map(0, k_learned_bytes, PROT_READ | PROT_WRITE, shared));
  const int reserved = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  const uint64_t low = round_down(k_shadow_low, k_page_bytes);
  const uint64_t size = round_up(k_shadow_high, k_page_bytes) - low;
  return g_learned != nullptr && to_word(sys_map(low, size, PROT_NONE, reserved)) == low;
}

void start_trace() {
  g_pages = own_allocate_array<TracedPage*>(k_page_entries);
  g_seen_count = 1;
  for (const uint64_t* at = g_stream.begin; at < g_stream.end; at += 1 + event_words(*at))
    g_seen_count += Event{at}.kind() == k_event_incall ? 1 : 0;
  g_seen_count += k_first_incall;
  g_seen = own_allocate_array<uint32_t>(g_seen_count);
  memset(g_seen, 0xff, g_seen_count * sizeof(*g_seen));
  if (g_trace.learns) {
    g_learned->count = 0;
    forget_constructed();
  }
  for (uint64_t i = 0; i < g_learned->count; i++) {
    const UnwrittenRead& read = g_learned->reads[i];
    for (uint64_t at = read.address; at < read.address + read.size; at++) {
      const uint64_t offset = at % k_page_bytes;
      find_page(at)->expected[offset / 64] |= 1ull << offset % 64;
    }
  }
  uint64_t count;
  const ConstructedRange* constructed = constructed_ranges(&count);
  for (uint64_t i = 0; i < count; i++)
    set_writer(constructed[i].address, constructed[i].size, k_nobody);
}

void note_known(uint64_t address, uint64_t size) {
  if (!g_trace.is_traced) return;
  set_writer(address, size, k_outside);
  spoil_shadow(address, size);
}

void note_written_by(uint32_t incall, uint64_t address, uint64_t size) {
  if (!g_trace.is_traced) return;
  set_writer(address, size, incall + k_first_incall);
  spoil_shadow(address, size);
}

bool is_written_by_inside(uint64_t address) {
  if (!g_trace.is_traced || !is_traced_address(address)) return false;
  return find_page(address)->writers[address % k_page_bytes] >= k_first_incall;
}

void note_unknown(uint64_t address, uint64_t size) {
  if (!g_trace.is_traced) return;
  set_writer(address, size, k_nobody);
}

void note_fresh(uint64_t address, uint64_t size) {
  if (!g_trace.is_traced) return;
  set_writer(address, size, k_nobody);
  spoil_shadow(address, size);
}

void trace_read(uint64_t address, uint64_t size) {
  if (!g_trace.is_traced) return;
  const Writer running = running_incall();
  for_each_page(address, size, [&](TracedPage& page, uint64_t offset, uint64_t count) {
    for (uint64_t i = offset; i < offset + count; i++) {
      const Writer writer = page.writers[i];
      if (CUTAWAY_UNLIKELY(writer == k_nobody)) {
        note_unwritten(page, i);
      } else if (writer != running && writer != k_outside) {
        add_dependence(running - k_first_incall, writer);
      } else if (page.is_loaded && writer == k_outside) {
        page.read_as_loaded[i / 64] |= 1ull << i % 64;
      }
    }
  });
}

void trace_write(uint64_t address, uint64_t size) {
  if (!g_trace.is_traced) return;
  if (g_trace.learns) learn_construction(address, size);
  note_stray(address, size);
  set_writer(address, size, running_incall());
  spoil_shadow(address, size);
}

uint64_t hash_stray_bytes() {
  uint64_t sum = 0;  // whatever the order
  for (uint64_t i = 0; i < g_stray_count; i++) {
    const auto byte = *reinterpret_cast<const unsigned char*>(g_stray[i]);
    sum += verify_mix(verify_mix(k_verify_seed, g_stray[i]), byte);
  }
  return sum;
}

uint32_t traced_incall() {
  if (!g_trace.is_traced || g_thread == nullptr) return 0;
  return static_cast<uint32_t>(g_thread->incall.number);
}

void trace_need_of(uint32_t incall) {
  const uint32_t running = traced_incall();
  if (running != 0 && running != incall) add_dependence(running - 1, incall - 1 + k_first_incall);
}

void trace_release_for(uint32_t incall) {
  const uint32_t running = traced_incall();
  const bool is_other = running != 0 && incall != 0 && running != incall;
  if (is_other) write_dependence(incall - 1, (running - 1) | k_gives_back);
}

void finish_trace() {
  if (g_trace.is_traced) flush_dependences();
}

bool map_shadow(uint64_t address) {
  if (!g_trace.is_traced || address < k_shadow_low || address >= k_shadow_high) return false;
  const uint64_t page = round_down(address, k_page_bytes);
  // The memory itself need not be there: the access comes before, or it is none of ours.
  if (sys_protect(reinterpret_cast<void*>(page), k_page_bytes, PROT_READ | PROT_WRITE) < 0)
    return false;
  const uint64_t memory = page - k_shadow_offset;
  for (uint64_t at = memory; at < memory + k_page_bytes;) {
    const uint64_t end = round_down(at, k_page_bytes) + k_page_bytes;
    const uint64_t stop = end < memory + k_page_bytes ? end : memory + k_page_bytes;
    const bool is_mapped = is_page_there(round_down(at, k_page_bytes));
    for (; at < stop; at++) {
      const char byte = is_mapped ? *reinterpret_cast<const char*>(at) : 0;
      *shadow_of(reinterpret_cast<const char*>(at)) = static_cast<char>(~byte);
    }
  }
  return true;
}

// --- Hooks of zoom flavours ----------------------------------------------------------------------

CUTAWAY_PRESERVE_MOST void load_differs(void*, void* address, uint64_t size) {
  trace_read(to_word(address), size);
}

CUTAWAY_PRESERVE_MOST void value_differs(void*, void* address, uint64_t size, void*) {
  trace_read(to_word(address), size);
}

CUTAWAY_PRESERVE_MOST void verify_store(void*, void* address, uint64_t size) {
  trace_write(to_word(address), size);
}

void check_range(void*, void* address, uint64_t size) { trace_read(to_word(address), size); }

void mirror_range(void*, void* address, uint64_t size) { trace_write(to_word(address), size); }

void log_bytes(Context*, const void* address, uint64_t size, uint64_t) {
  trace_read(to_word(address), size);
}

void mirror_bytes(const void* address, uint64_t size) { trace_write(to_word(address), size); }

// Raises the fault that the program's own access would.
bool refuse_low_memory(const void* address, uint64_t size) {
  if (size != 0) (void)*static_cast<const volatile char*>(address);
  return true;
}

// A page that nobody has touched yet is no bad address here.
void traced_outcall_reads(void* context, void* address, int32_t how) {
  if (address != nullptr) map_text(to_word(address));
  outcall_reads(context, address, how);
}

void* incall(void*, void*) { return nullptr; }

void* zoom_incall(void*, void*) { return g_thread; }

void incall_return(void*, void*, void*) {}

void incall_throw(void*, void*, void*) {}

void attach_trace(CutawayModule* module) {
  const auto set = [&](int index, auto* hook) {
    module->calls[index] = reinterpret_cast<void*>(hook);
  };
  set(k_call_load_differs, load_differs);
  set(k_call_value_differs, value_differs);
  set(k_call_verify_store, verify_store);
  set(k_call_check_range, check_range);
  set(k_call_mirror_range, mirror_range);
  set(k_call_outcall_reads, traced_outcall_reads);
  set(k_call_incall, incall);
  set(k_call_zoom_incall, zoom_incall);
  set(k_call_incall_return, incall_return);
  set(k_call_incall_throw, incall_throw);
#define CUTAWAY_KNOWN_RANGES(name, ...) set(k_call_known_##name, known_##name);
#define CUTAWAY_KNOWN_COMPARISON(name, ...) set(k_call_known_##name, known_##name);
#include "abi/known_functions.inc"
}

}  // namespace cutaway::rt
