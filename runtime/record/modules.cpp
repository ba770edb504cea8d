// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/record/modules.h"

#include "runtime/common/modules.h"
#include "runtime/common/system.h"
#include "runtime/common/text.h"
#include "runtime/record/calls.h"
#include "runtime/record/lock.h"
#include "runtime/record/log.h"
#include "runtime/record/shadow.h"
#include "runtime/record/signals.h"

namespace cutaway::rt {

uint32_t g_suspect_modules;
uint64_t g_suspicion_began;

namespace {

constexpr uint64_t k_suspicion_cycles = 300'000'000;  // about 0.1 s

struct WovenModule {
  uint64_t base;
  uint64_t end;
  CutawayModule* module;
};
WovenModule g_woven[ImageTable::k_capacity];
uint32_t g_woven_count;

uint64_t g_seen_loads;

void write_module_event(const Module& module, uint32_t ident) {
  char path[4096];
  resolve_path(module, path, sizeof(path));
  const uint64_t words = 7 + text_words(path);
  uint64_t* event = reserve_event(words);
  if (event == nullptr) return;
  event[1] = module.base;
  event[2] = module.end;
  event[3] = module.woven != nullptr ? k_attached_flags : 0;
  event[4] = module.build_id_size;
  __builtin_memcpy(event + 5, module.build_id, sizeof(module.build_id));
  write_text(event + 8, path);
  commit_event(event, k_event_module, words, ident);
}

void attach_woven(const Module& module) {
  CutawayModule* woven = module.woven;
  uint32_t at = 0;
  while (at < g_woven_count && (g_woven[at].base >= module.end || module.base >= g_woven[at].end)) {
    at++;
  }
  if (at == ImageTable::k_capacity) return;
  if (at == g_woven_count) g_woven_count++;
  g_woven[at] = {module.base, module.end, woven};
  attach_hooks(woven);
}

// What an ident stands for: a module that is unloaded and comes back to the same place keeps it,
// and keeps its shadow, because nothing happens to the replayer's memory meanwhile.
struct KnownModule {
  uint64_t base;
  uint64_t end;
  uint64_t identity;  // of build id and path
};
constexpr uint32_t k_max_idents = 8192;
KnownModule g_known[k_max_idents];  // by ident

struct Refresh {
  uint32_t known;  // idents above this are new
  const char* why;
};

uint64_t identity_of(const Module& module) {
  uint64_t hash = 1;
  const auto add = [&](unsigned char c) { hash = (hash ^ c) * 0x100000001b3ull; };
  for (uint32_t i = 0; i < module.build_id_size; i++) add(module.build_id[i]);
  for (const char* c = module.path; *c != 0; c++) add(static_cast<unsigned char>(*c));
  return hash;
}

const char* why_not_recordable(const Module& module) {
  if (!is_tracked(module.base) || !is_tracked(module.end - 1)) {
    return "the program or a library is not position independent, or lies at unusual addresses";
  }
  if (module.woven != nullptr && module.woven->abi_version != k_abi_version) {
    return "the program was built by another version of cutaway";
  }
  return nullptr;
}

// First round: idents and images of all, because data of one module points into others.
void add_image(const Module& module, void* data) {
  auto* refresh = static_cast<Refresh*>(data);
  if (const char* why = why_not_recordable(module)) {
    refresh->why = why;
    return;
  }
  const KnownModule wanted{module.base, module.end, identity_of(module)};
  const KnownModule& known = g_known[g_images.find(module.base)];
  if (known.base == wanted.base && known.end == wanted.end && known.identity == wanted.identity) {
    return;
  }
  const uint32_t ident = g_state.module_count + 1;
  if (ident >= k_max_idents || !g_images.add(ident, module.base, module.end) ||
      !add_read_only_parts(module, ident)) {
    refresh->why = "too many modules are loaded";
    return;
  }
  g_known[ident] = wanted;
  g_state.module_count = ident;
  write_module_event(module, ident);
}

// Second round: shadows of those that are new; woven code that has no hooks yet.
void set_up_module(const Module& module, void* data) {
  const auto* refresh = static_cast<const Refresh*>(data);
  if (g_images.find(module.base) > refresh->known) initialise_shadow(module);
  if (module.woven != nullptr && module.woven->mode == k_mode_off) attach_woven(module);
}

}  // namespace

bool refresh_modules(const char** why) {
  const uint64_t loads = count_loads();
  lock_aside();
  Refresh refresh{g_state.module_count, nullptr};
  if (g_state.alive != 0) {
    for_each_module(add_image, &refresh);
    if (refresh.why == nullptr) for_each_module(set_up_module, &refresh);
    g_seen_loads = loads;
  }
  unlock_inside();
  *why = refresh.why;
  return refresh.why == nullptr;
}

CUTAWAY_COLD void look_for_modules(Context* context) {
  KeepErrno keep;
  context->suspect_modules = 0;
  if (__builtin_ia32_rdtsc() - g_suspicion_began > k_suspicion_cycles) g_suspect_modules = 0;
  if (count_loads() == g_seen_loads) return;
  BlockSignals block;
  const char* why;
  if (refresh_modules(&why)) return;
  lock_aside();
  stop_recording(k_truncated_unsupported, why);
  unlock_inside();
}

void switch_off_module_of(const void* function) {
  const uint64_t at = to_word(function);
  for (uint32_t i = 0; i < g_woven_count; i++) {
    if (at >= g_woven[i].base && at < g_woven[i].end) {
      __atomic_store_n(&g_woven[i].module->mode, k_mode_off, __ATOMIC_RELEASE);
    }
  }
}

bool is_woven_address(uint64_t address) {
  for (uint32_t i = 0; i < g_woven_count; i++) {
    if (address >= g_woven[i].base && address < g_woven[i].end) return true;
  }
  return false;
}

namespace {

// Memory that is never given back.
uint64_t* allocate_words(uint64_t count) {
  constexpr uint64_t k_chunk_words = 8192;
  static uint64_t* chunk;
  static uint64_t left;
  if (left < count) {
    chunk = static_cast<uint64_t*>(
        sys_map(0, k_chunk_words * 8, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS));
    left = chunk != nullptr ? k_chunk_words : 0;
  }
  if (left < count) return nullptr;
  left -= count;
  return chunk + left;
}

// `extra_slots`: the callee of a site.
template <class Table>
void define(Table* table, uint32_t* count, uint32_t kind, uint64_t extra_slots) {
  const uint64_t words = 3 + text_words(table->text);
  uint64_t* event = reserve_event(words);
  if (event == nullptr) return;
  const uint64_t at = g_images.encode(to_word(table));
  event[1] = module_of_word(at);
  event[2] = offset_of_word(at);
  event[3] = table->arg_slots | static_cast<uint64_t>(table->ret_slots) << 16 |
             static_cast<uint64_t>(table->flags) << 32;
  write_text(event + 4, table->text);
  commit_event(event, kind, words, ++*count);
  table->id = *count;
  const uint64_t slots = extra_slots + table->arg_slots + table->ret_slots;
  const bool is_short = slots <= k_raw_max_slots && table->id <= k_raw_max_ident;
  table->last = is_short ? allocate_words(k_raw_max_slots) : nullptr;
}

}  // namespace

CUTAWAY_COLD void define_function(CutawayFunction* function) {
  define(function, &g_state.function_count, k_event_function, 0);
  if (function->last != nullptr && function->id < k_raw_far_ident)
    function->returned_head = raw_head(k_raw_returned, function->id);
}

CUTAWAY_COLD void define_site(CutawaySite* site) {
  define(site, &g_state.site_count, k_event_site, 1);
}

}  // namespace cutaway::rt
