// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/common/modules.h"

#include "runtime/common/system.h"
#include "runtime/common/text.h"

namespace cutaway::rt {
namespace {

struct Visit {
  ModuleCallback callback;
  void* data;
};

void read_note(const ElfW(Nhdr) * note, const char* name, const char* descriptor, Module* module) {
  if (note->n_namesz == 4 && note->n_type == NT_GNU_BUILD_ID && has_prefix(name, "GNU")) {
    const uint32_t size =
        note->n_descsz < sizeof(module->build_id) ? note->n_descsz : sizeof(module->build_id);
    for (uint32_t i = 0; i < size; i++) module->build_id[i] = descriptor[i];
    module->build_id_size = size;
  }
  if (note->n_namesz == 8 && note->n_type == k_note_type && note->n_descsz == 8 &&
      has_prefix(name, "Cutaway") && module->woven == nullptr) {
    int64_t distance;
    __builtin_memcpy(&distance, descriptor, sizeof(distance));
    module->woven = reinterpret_cast<CutawayModule*>(const_cast<char*>(descriptor) + distance);
  }
}

void read_notes(const ElfW(Phdr) & header, Module* module) {
  const uint64_t align = header.p_align == 8 ? 8 : 4;
  const char* start = reinterpret_cast<const char*>(module->bias + header.p_vaddr);
  uint64_t at = 0;
  while (at + sizeof(ElfW(Nhdr)) <= header.p_memsz) {
    const auto* note = reinterpret_cast<const ElfW(Nhdr)*>(start + at);
    const uint64_t name_at = at + sizeof(*note);
    const uint64_t descriptor_at = round_up(name_at + note->n_namesz, align);
    const uint64_t next = round_up(descriptor_at + note->n_descsz, align);
    if (descriptor_at + note->n_descsz > header.p_memsz) return;
    read_note(note, start + name_at, start + descriptor_at, module);
    at = next;
  }
}

int visit_module(dl_phdr_info* info, size_t, void* data) {
  Module module{};
  module.bias = info->dlpi_addr;
  module.path = info->dlpi_name != nullptr ? info->dlpi_name : "";
  module.headers = info->dlpi_phdr;
  module.header_count = info->dlpi_phnum;
  module.base = ~0ull;
  for (uint32_t i = 0; i < module.header_count; i++) {
    const ElfW(Phdr)& header = module.headers[i];
    if (header.p_type == PT_NOTE) read_notes(header, &module);
    if (header.p_type != PT_LOAD) continue;
    const uint64_t first = round_down(module.bias + header.p_vaddr, k_page_bytes);
    const uint64_t last = round_up(module.bias + header.p_vaddr + header.p_memsz, k_page_bytes);
    if (first < module.base) module.base = first;
    if (last > module.end) module.end = last;
  }
  if (module.end == 0) return 0;
  const Visit* visit = static_cast<const Visit*>(data);
  visit->callback(module, visit->data);
  return 0;
}

int read_load_count(dl_phdr_info* info, size_t, void* data) {
  *static_cast<uint64_t*>(data) = info->dlpi_adds;
  return 1;
}

}  // namespace

void for_each_module(ModuleCallback callback, void* data) {
  Visit visit{callback, data};
  dl_iterate_phdr(visit_module, &visit);
}

uint64_t count_loads() {
  uint64_t loads = 0;
  dl_iterate_phdr(read_load_count, &loads);
  return loads;
}

void resolve_path(const Module& module, char* buffer, uint64_t buffer_size) {
  if (module.path[0] == 0) {
    const long size = sys_readlink("/proc/self/exe", buffer, buffer_size - 1);
    buffer[size < 0 ? 0 : size] = 0;
    return;
  }
  uint64_t i = 0;
  for (; i + 1 < buffer_size && module.path[i] != 0; i++) buffer[i] = module.path[i];
  buffer[i] = 0;
}

bool holds_address(const Module& module, const void* address) {
  const uint64_t at = to_word(address);
  return at >= module.base && at < module.end;
}

uint64_t dynamic_value(const Module& module, int64_t tag) {
  for (uint32_t i = 0; i < module.header_count; i++) {
    if (module.headers[i].p_type != PT_DYNAMIC) continue;
    const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(module.bias + module.headers[i].p_vaddr);
    for (; entry->d_tag != DT_NULL; entry++) {
      if (entry->d_tag == tag) return entry->d_un.d_val;
    }
  }
  return 0;
}

}  // namespace cutaway::rt
