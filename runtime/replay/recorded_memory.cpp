// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/replay/recorded_memory.h"

#include <string.h>

#include "abi/known_cells.h"
#include "runtime/common/system.h"
#include "runtime/replay/asan.h"
#include "runtime/replay/exception_headers.h"
#include "runtime/replay/memcheck.h"
#include "runtime/replay/module_map.h"
#include "runtime/replay/own_memory.h"
#include "runtime/replay/runtime.h"

namespace cutaway::rt {
namespace {

constexpr uint64_t k_groups = (k_tracked_high - k_tracked_low) / k_group_bytes;
constexpr uint64_t k_inside_stacks_end = k_inside_stacks + k_max_threads * k_inside_stack_size;

uint64_t* g_mapped;  // one bit for each group that needs nothing more
uint8_t g_has_inside_stack[k_max_threads];
uint64_t g_armed_page;
bool g_armed_is_protected;

int map_flags() {
  // Valgrind 3.19 does not know NOREPLACE; it keeps itself and the program far below.
  const int placement = is_under_valgrind() ? MAP_FIXED : MAP_FIXED_NOREPLACE;
  return MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | placement;
}

bool map_exactly(uint64_t address, uint64_t size) {
  return to_word(sys_map(address, size, PROT_READ | PROT_WRITE, map_flags())) == address;
}

CUTAWAY_INLINE bool is_group_mapped(uint64_t group) {
  return (g_mapped[group / 64] >> group % 64 & 1) != 0;
}
CUTAWAY_INLINE uint64_t group_of(uint64_t address) {
  return (address - k_tracked_low) / k_group_bytes;
}

// Maps what is not mapped yet of the group; true if the page at `address` is new.
CUTAWAY_COLD bool map_group(uint64_t address) {
  const uint64_t start = round_down(address, k_group_bytes);
  const uint64_t group = group_of(address);
  const bool is_armed = g_armed_page - start < k_group_bytes;
  if (!is_armed && map_exactly(start, k_group_bytes)) {
    g_mapped[group / 64] |= 1ull << group % 64;
    return true;
  }
  if (is_under_valgrind() && is_group_mapped(group)) return false;
  bool is_new = false;
  for (uint64_t page = start; page < start + k_group_bytes; page += k_page_bytes) {
    const bool is_mapped = page != g_armed_page && map_exactly(page, k_page_bytes);
    if (is_mapped && page == round_down(address, k_page_bytes)) is_new = true;
  }
  if (!is_armed) g_mapped[group / 64] |= 1ull << group % 64;
  return is_new;
}

// Where this process has memory of its own; no recorded process has used it.
bool is_own(uint64_t address) {
  return address >= k_places.libraries.low && address < k_places.libraries.high;
}

bool is_inside_stack(uint64_t address) {
  return address >= k_inside_stacks && address < k_inside_stacks_end;
}

uint32_t owner_of_inside_stack(uint64_t address) {
  return static_cast<uint32_t>((address - k_inside_stacks) / k_inside_stack_size);
}

enum class Protection { writable, read_only, code };

Protection find_protection(const Module& module, uint64_t address) {
  Protection result = Protection::read_only;
  for (uint32_t i = 0; i < module.header_count; i++) {
    const ElfW(Phdr)& header = module.headers[i];
    const uint64_t offset = address - (module.bias + header.p_vaddr);
    if (offset >= round_up(header.p_memsz, k_page_bytes)) continue;
    if (header.p_type == PT_GNU_RELRO && offset < header.p_memsz) return Protection::read_only;
    if (header.p_type == PT_LOAD && (header.p_flags & PF_X) != 0) result = Protection::code;
    if (header.p_type == PT_LOAD && (header.p_flags & PF_W) != 0) result = Protection::writable;
  }
  return result;
}

CUTAWAY_COLD bool write_image(const Module& module, uint64_t address, const void* bytes,
                              uint64_t size) {
  if (size > module.end - address) return false;
  void* target = reinterpret_cast<void*>(address);
  if (memcmp(target, bytes, size) == 0) return true;
  const Protection first = find_protection(module, address);
  const Protection last = find_protection(module, address + size - 1);
  if (first == Protection::code || last == Protection::code) return false;
  if (first == Protection::writable && last == Protection::writable) {
    memcpy(target, bytes, size);
    return true;
  }
  const uint64_t start = round_down(address, k_page_bytes);
  const uint64_t length = round_up(address + size, k_page_bytes) - start;
  if (sys_protect(reinterpret_cast<void*>(start), length, PROT_READ | PROT_WRITE) < 0) return false;
  memcpy(target, bytes, size);
  if (first == Protection::read_only && last == Protection::read_only) {
    sys_protect(reinterpret_cast<void*>(start), length, PROT_READ);
  }
  return true;
}

}  // namespace

bool prepare_recorded_memory() {
  g_mapped = own_allocate_array<uint64_t>(k_groups / 64);
  // The recorded heap may start where ours would: a page there makes malloc use mmap instead of
  // brk.
  const uint64_t heap = static_cast<uint64_t>(raw_syscall(SYS_brk, 0));
  if (is_tracked(heap)) ensure_mapped(round_up(heap, k_page_bytes), 1);
  return ensure_mapped(k_known_cells, k_known_cells_bytes);
}

char* map_inside_stack(uint32_t ident) {
  const uint64_t base = k_inside_stacks + ident * k_inside_stack_size;
  const uint64_t half = k_inside_stack_size / 2;
  char* middle = reinterpret_cast<char*>(base + half);
  if (g_has_inside_stack[ident] != 0) return middle;
  if (!map_exactly(base, k_inside_stack_size)) return nullptr;
  g_has_inside_stack[ident] = 1;
  sys_protect(reinterpret_cast<void*>(base), k_page_bytes, PROT_NONE);
  sys_protect(middle, k_page_bytes, PROT_NONE);
  return middle;
}

bool is_inside_stack_guard(uint64_t address) {
  return is_inside_stack(address) &&
         (address - k_inside_stacks) % (k_inside_stack_size / 2) < k_page_bytes;
}

bool ensure_mapped(uint64_t address, uint64_t size) {
  if (!is_tracked(address) || size > k_tracked_high - address || is_own(address)) return false;
  if (size == 0) return true;
  if (is_inside_stack(address)) return map_inside_stack(owner_of_inside_stack(address)) != nullptr;
  const uint64_t last = group_of(address + size - 1);
  for (uint64_t group = group_of(address); group <= last; group++) {
    if (CUTAWAY_UNLIKELY(!is_group_mapped(group))) map_group(k_tracked_low + group * k_group_bytes);
  }
  return true;
}

bool map_on_demand(uint64_t address) {
  if (!is_tracked(address) || is_own(address) || is_armed_fault(address)) return false;
  if (!is_inside_stack(address)) return map_group(address);
  const uint32_t owner = owner_of_inside_stack(address);
  return g_has_inside_stack[owner] == 0 && map_inside_stack(owner) != nullptr;
}

void arm_fault(uint64_t address, bool is_protected) {
  const uint64_t page = round_down(address, k_page_bytes);
  if (!is_tracked(address) || find_loaded(address) != nullptr) return;
  if (is_inside_stack(address)) {
    // Guards are there anyway; a stack that no thread of the recording has is mapped on demand.
    if (g_has_inside_stack[owner_of_inside_stack(address)] == 0) g_armed_page = page;
    return;
  }
  g_armed_is_protected = is_protected;
  if (is_protected) ensure_mapped(page, k_page_bytes);
  g_armed_page = page;
  const uint64_t group = group_of(page);
  if (is_protected) {
    sys_protect(reinterpret_cast<void*>(page), k_page_bytes, PROT_NONE);
  } else if (is_group_mapped(group)) {
    sys_unmap(reinterpret_cast<void*>(page), k_page_bytes);
    g_mapped[group / 64] &= ~(1ull << group % 64);
  }
}

bool is_armed_fault(uint64_t address) {
  return g_armed_page != 0 && round_down(address, k_page_bytes) == g_armed_page;
}

bool permit_read(uint64_t address) {
  if (!is_armed_fault(address) || !g_armed_is_protected) return false;
  sys_protect(reinterpret_cast<void*>(g_armed_page), k_page_bytes, PROT_READ);
  return true;
}

bool write_recorded(uint64_t address, const void* bytes, uint64_t size) {
  const bool is_image = g_modules.images.holds(address);
  if (CUTAWAY_UNLIKELY(is_image)) {
    if (const Module* module = find_loaded(address))
      return write_image(*module, address, bytes, size);
  }
  if (CUTAWAY_UNLIKELY(is_asan_shadow(address)) && has_asan()) {
    const uint64_t here = relocate_asan_shadow(address);
    if (!is_asan_shadow(here) || size > k_asan_shadow_end - here) return false;
    memcpy(reinterpret_cast<void*>(here), bytes, size);
    return true;
  }
  if (!ensure_mapped(address, size)) return false;
  mark_defined(address, size);
  if (CUTAWAY_UNLIKELY(g_kept_headers != 0)) {
    write_around_headers(address, bytes, size);
  } else {
    memcpy(reinterpret_cast<void*>(address), bytes, size);
  }
  return true;
}

}  // namespace cutaway::rt
