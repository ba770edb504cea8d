// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/shrink/departures.h"

#include "runtime/replay/module_map.h"
#include "runtime/shrink/edits.h"
#include "runtime/shrink/outcome.h"

namespace cutaway::rt {
namespace {

constexpr uint64_t k_read_bytes = 256;  // from a pointer on, by guess

bool is_writable(const Module& module, uint64_t address) {
  for (uint32_t i = 0; i < module.header_count; i++) {
    const ElfW(Phdr)& header = module.headers[i];
    if (header.p_type == PT_LOAD && (header.p_flags & PF_W) != 0 &&
        address - module.bias - header.p_vaddr < header.p_memsz)
      return true;
  }
  return false;
}

// Data of libraries (std::cout) is nothing that the inside reads.
bool is_memory_of_program(uint64_t address) {
  if (!is_tracked(address)) return false;
  if (!g_modules.images.holds(address)) return true;
  const Module* module = find_loaded(address);
  return module != nullptr && module->woven != nullptr && is_writable(*module, address);
}

}  // namespace

bool is_given_edited(const uint64_t* arguments, uint64_t count) {
  for (uint64_t i = 0; i < count; i++)
    if (is_tracked(arguments[i]) && is_edited(arguments[i], k_read_bytes)) return true;
  return false;
}

void note_departure(const uint64_t* arguments, uint64_t count) {
  for (uint64_t i = 0; i < count; i++) {
    // Text that is edited is read, as by puts().
    if (!is_memory_of_program(arguments[i]) || is_edited(arguments[i], k_read_bytes)) continue;
    g_outcome->departed++;
    return;
  }
}

}  // namespace cutaway::rt
