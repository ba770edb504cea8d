// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is loaded into this process: one Module for each object of dl_iterate_phdr.
#pragma once
#include <link.h>

#include "runtime/common/rt.h"

namespace cutaway::rt {

struct Module {
  uint64_t bias;     // load bias (dlpi_addr): run-time address = bias + p_vaddr
  uint64_t base;     // first page of the lowest PT_LOAD
  uint64_t end;      // end of the highest PT_LOAD, rounded up to a page
  const char* path;  // "" for the program itself: see resolve_path
  const ElfW(Phdr) * headers;
  uint32_t header_count;
  uint32_t build_id_size;  // at most 24, 0 if there is none
  unsigned char build_id[24];
  CutawayModule* woven;  // null if it holds no inside code; not checked for its version
};

using ModuleCallback = void (*)(const Module& module, void* data);

// Calls `callback` for every loaded module, in load order; the program itself comes first. The
// vdso is included (its pointers are image addresses too).
void for_each_module(ModuleCallback callback, void* data);

// How many modules have been loaded since the process started (dlpi_adds).
uint64_t count_loads();

// Copies the module's file path into `buffer` (the program's own from /proc/self/exe).
void resolve_path(const Module& module, char* buffer, uint64_t buffer_size);

// Does `module` hold the runtime that asks? (It is not part of the program.)
bool holds_address(const Module& module, const void* address);

// The dynamic section's value of `tag` as an address, 0 if absent.
uint64_t dynamic_value(const Module& module, int64_t tag);

}  // namespace cutaway::rt
