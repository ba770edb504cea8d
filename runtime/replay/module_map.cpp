// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/replay/module_map.h"

#include <string.h>

#include "runtime/replay/own_memory.h"
#include "runtime/replay/report.h"
#include "runtime/replay/runtime.h"

namespace cutaway::rt {

ModuleMap g_modules;

namespace {

constexpr uint32_t k_max_modules = 1 << 16;

void count_module(const Module&, void* data) { ++*static_cast<uint32_t*>(data); }

void take_module(const Module& module, void*) {
  Module& copy = g_modules.loaded[g_modules.loaded_count++];
  copy = module;
  char path[4096];
  resolve_path(module, path, sizeof(path));
  char* kept = own_allocate_array<char>(strlen(path) + 1);
  copy.path = strcpy(kept, path);
}

const char* base_name(const char* path) {
  const char* slash = strrchr(path, '/');
  return slash != nullptr ? slash + 1 : path;
}

bool has_same_build(const RecordedModule& recorded, const Module& loaded) {
  return recorded.build_id_size == loaded.build_id_size &&
         memcmp(recorded.build_id, loaded.build_id, loaded.build_id_size) == 0;
}

// Better matches are larger; 0: another module.
int rate_match(const RecordedModule& recorded, const Module& loaded) {
  const bool same_path = strcmp(recorded.path, loaded.path) == 0;
  const bool same_name = strcmp(base_name(recorded.path), base_name(loaded.path)) == 0;
  const bool same_build = has_same_build(recorded, loaded);
  const bool has_build = recorded.build_id_size != 0;
  if (same_build && same_path) return 5;
  if (same_build && has_build) return same_name ? 4 : 3;
  if (same_path) return 2;
  return same_name ? 1 : 0;
}

void match_module(RecordedModule* recorded) {
  int best = 0;
  for (uint32_t i = 0; i < g_modules.loaded_count; i++) {
    const Module& loaded = g_modules.loaded[i];
    const int rating = rate_match(*recorded, loaded);
    if (rating <= best) continue;
    best = rating;
    recorded->loaded = &loaded;
  }
  if (recorded->loaded == nullptr) return;
  recorded->is_other_build = !has_same_build(*recorded, *recorded->loaded);
  const uint64_t recorded_size = recorded->end - recorded->base;
  if (recorded_size != recorded->loaded->end - recorded->loaded->base)
    recorded->is_other_build = true;
  if (recorded->is_other_build && !recorded->is_woven) recorded->loaded = nullptr;
}

void note_shift(uint64_t recorded, uint64_t here) {
  const uint64_t shift = recorded - here;
  const bool is_library = here >= k_places.libraries.low && here < k_places.libraries.high;
  if (!is_library || recorded < k_tracked_low || shift << 32 != 0) return;
  g_modules.shift = shift;
  g_modules.shifted_half = here >> 32;
}

}  // namespace

void collect_loaded_modules() {
  uint32_t count = 0;
  for_each_module(count_module, &count);
  g_modules.loaded = own_allocate_array<Module>(count);
  for_each_module(take_module, nullptr);
  g_modules.bases = own_allocate_array<uint64_t>(k_max_modules);
  g_modules.recorded = own_allocate_array<RecordedModule>(k_max_modules);
}

void add_recorded_module(Event event) {
  const uint32_t ident = event.ident();
  if (ident == 0 || ident >= k_max_modules || event.payload_words() < 8) {
    fail_to_start("the recording holds a bad module");
  }
  const uint64_t* payload = event.payload();
  RecordedModule& module = g_modules.recorded[ident];
  module.base = payload[0];
  module.end = payload[1];
  module.is_woven = (payload[2] & k_module_woven) != 0;
  module.is_partial = (payload[2] & k_module_partial) != 0;
  module.build_id_size = payload[3] <= 24 ? static_cast<uint32_t>(payload[3]) : 24;
  module.build_id = reinterpret_cast<const unsigned char*>(payload + 4);
  module.path = event.text(7);
  if (ident > g_modules.recorded_count) g_modules.recorded_count = ident;
}

void match_modules() {
  for (uint32_t ident = 1; ident <= g_modules.recorded_count; ident++) {
    RecordedModule& module = g_modules.recorded[ident];
    if (module.path == nullptr) continue;
    match_module(&module);
    if (module.is_woven && module.loaded == nullptr) {
      fail_to_start("a woven module of the recording is not loaded", module.path);
    }
    if (module.is_woven && module.is_other_build) report_other_build(module);
    const uint64_t base = module.loaded != nullptr ? module.loaded->base : module.base;
    note_shift(module.base, base);
    g_modules.bases[ident] = base;
    g_modules.images.add(ident, base, base + (module.end - module.base));
  }
}

bool is_program_changed() {
  for (uint32_t ident = 1; ident <= g_modules.recorded_count; ident++) {
    const RecordedModule& module = g_modules.recorded[ident];
    if (module.loaded == &g_modules.loaded[0] && module.base == 0) return true;
  }
  return false;
}

const Module* find_loaded(uint64_t address) {
  for (uint32_t i = 0; i < g_modules.loaded_count; i++) {
    const Module& module = g_modules.loaded[i];
    if (address >= module.base && address < module.end) return &module;
  }
  return nullptr;
}

uint64_t encode_recorded(uint64_t recorded_address) {
  for (uint32_t ident = g_modules.recorded_count; ident != 0; ident--) {
    const RecordedModule& module = g_modules.recorded[ident];
    if (recorded_address >= module.base && recorded_address < module.end) {
      return static_cast<uint64_t>(ident) << k_module_bits | (recorded_address - module.base);
    }
  }
  return recorded_address;
}

uint64_t relocate(uint64_t recorded_address) {
  const uint64_t encoded = encode_recorded(recorded_address);
  return encoded == recorded_address ? recorded_address : g_modules.decode(encoded);
}

uint64_t fault_address(Event failure) {
  const uint64_t address = failure.payload()[1];
  return address >> k_module_bits != 0 && address >> k_module_bits <= g_modules.recorded_count
             ? g_modules.decode(address)
             : relocate(address);
}

}  // namespace cutaway::rt
