// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Invariant: the shadow of a byte holds what the replayer will have in that byte at this point.
// Fresh memory is zero in both. Writable image data is what the file and relocation put there, and
// what libc's early start wrote: small numbers and image addresses are the same (relocated) in
// every process; anything else may be a heap, stack or random value, so its shadow is complemented
// and the first load of it differs.
#include "runtime/record/shadow.h"

#include "abi/known_cells.h"
#include "runtime/common/system.h"

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

namespace cutaway::rt {
namespace {

bool map_at(uint64_t address, uint64_t size) {
  void* got = sys_map(address, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE);
  if (got == nullptr) return false;
  if (to_word(got) != address) {  // a kernel without MAP_FIXED_NOREPLACE took it as a hint
    sys_unmap(got, size);
    return false;
  }
  sys_advise(got, size, MADV_DONTDUMP);
  sys_advise(got, size, MADV_NOHUGEPAGE);
  return true;
}

// The shadow of the aligned words of [from, to); a word that is only partly in the range counts
// as a whole: segments are mapped in whole pages.
void initialise_words(uint64_t from, uint64_t to, bool is_exact) {
  for (uint64_t at = round_down(from, 8); at < to; at += 8) {
    const uint64_t word = *reinterpret_cast<const uint64_t*>(at);
    const bool is_same = is_exact || word < 1ull << 32 || g_images.holds(word);
    const uint64_t expected = is_same ? word : ~word;
    auto* shadow = reinterpret_cast<uint64_t*>(at + k_shadow_offset);
    if (*shadow != expected) *shadow = expected;
  }
}

// Zero-filled memory after the file's part: only pages that somebody has touched are looked at.
void initialise_touched_pages(uint64_t from, uint64_t to) {
  constexpr uint64_t k_batch = 1024;
  unsigned char resident[k_batch];
  for (uint64_t at = from; at < to; at += k_batch * k_page_bytes) {
    const uint64_t pages =
        to - at < k_batch * k_page_bytes ? (to - at + k_page_bytes - 1) / k_page_bytes : k_batch;
    const long result = raw_syscall(SYS_mincore, at, pages * k_page_bytes, to_word(resident));
    for (uint64_t i = 0; i < pages; i++) {
      const uint64_t page = at + i * k_page_bytes;
      const uint64_t end = page + k_page_bytes < to ? page + k_page_bytes : to;
      if (is_error(result) || (resident[i] & 1) != 0) initialise_words(page, end, false);
    }
  }
}

// In a woven module nothing but the loader has written before the recorder attaches, so the file's
// part is known exactly. (Its zero-filled part may hold copies of other modules' variables.)
void initialise_segment(uint64_t from, uint64_t file_end, uint64_t end, bool is_woven) {
  const uint64_t anonymous = round_up(file_end, k_page_bytes);
  const uint64_t copied = anonymous < end ? anonymous : end;
  const uint64_t from_file = round_down(file_end, 8);
  initialise_words(from, from_file, is_woven);
  initialise_words(from_file, copied, false);
  if (anonymous < end) initialise_touched_pages(anonymous, end);
}

struct Range {
  uint64_t from;
  uint64_t to;
};

Range read_only_after_relocation(const Module& module) {
  for (uint32_t i = 0; i < module.header_count; i++) {
    const ElfW(Phdr)& header = module.headers[i];
    if (header.p_type != PT_GNU_RELRO) continue;
    const uint64_t from = module.bias + header.p_vaddr;
    return {round_down(from, k_page_bytes), round_down(from + header.p_memsz, k_page_bytes)};
  }
  return {0, 0};
}

}  // namespace

bool reserve_shadow() {
  const uint64_t low = round_down(k_tracked_low + k_shadow_offset, k_page_bytes);
  const uint64_t high = round_up(k_tracked_high + k_shadow_offset, k_page_bytes);
  return map_at(low, high - low);
}

bool map_known_cells() {
  return map_at(k_known_cells, round_up(k_known_cells_bytes, k_page_bytes));
}

// A module that is loaded later may lie where other memory has left its shadow.
static void clear_shadow(uint64_t from, uint64_t to) {
  const uint64_t low = from + k_shadow_offset;
  const uint64_t high = to + k_shadow_offset;
  const uint64_t first = round_up(low, k_page_bytes);
  const uint64_t last = round_down(high, k_page_bytes);
  for (uint64_t at = low; at < first; at += 8) *reinterpret_cast<uint64_t*>(at) = 0;
  for (uint64_t at = last; at < high; at += 8) *reinterpret_cast<uint64_t*>(at) = 0;
  sys_advise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

void initialise_shadow(const Module& module) {
  clear_shadow(module.base, module.end);
  for (uint32_t i = 0; i < module.header_count; i++) {
    const ElfW(Phdr)& header = module.headers[i];
    if (header.p_type != PT_LOAD || (header.p_flags & PF_W) == 0) continue;
    const uint64_t start = module.bias + header.p_vaddr;
    initialise_segment(start, start + header.p_filesz, start + header.p_memsz,
                       module.woven != nullptr);
  }
  // Vtables, tables of addresses and the like: only the loader wrote here.
  const Range relocated = read_only_after_relocation(module);
  initialise_words(relocated.from, relocated.to, true);
}

bool add_read_only_parts(const Module& module, uint32_t ident) {
  bool has_room = true;
  for (uint32_t i = 0; i < module.header_count; i++) {
    const ElfW(Phdr)& header = module.headers[i];
    if (header.p_type != PT_LOAD || (header.p_flags & PF_W) != 0 || (header.p_flags & PF_R) == 0) {
      continue;
    }
    const uint64_t from = round_down(module.bias + header.p_vaddr, k_page_bytes);
    const uint64_t to = round_up(module.bias + header.p_vaddr + header.p_memsz, k_page_bytes);
    has_room = g_read_only.add(ident, from, to) && has_room;
  }
  const Range relocated = read_only_after_relocation(module);
  if (relocated.from < relocated.to) {
    has_room = g_read_only.add(ident, relocated.from, relocated.to) && has_room;
  }
  return has_room;
}

}  // namespace cutaway::rt
