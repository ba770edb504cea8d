// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/replay/tables.h"

#include <string.h>

#include "runtime/common/text.h"
#include "runtime/replay/module_map.h"
#include "runtime/replay/own_memory.h"
#include "runtime/replay/report.h"

namespace cutaway::rt {

Tables g_tables;

namespace {

struct NamedRole {
  const char* name;
  SiteRole role;
};

constexpr NamedRole k_roles[] = {
    {"__cxa_allocate_exception", SiteRole::allocate_exception},
    {"__cxa_end_catch", SiteRole::end_catch},
    {"__cxa_free_exception", SiteRole::free_exception},
    {"malloc", SiteRole::allocate},
    {"valloc", SiteRole::allocate},
    {"calloc", SiteRole::allocate_array},
    {"memalign", SiteRole::allocate_aligned},
    {"aligned_alloc", SiteRole::allocate_aligned},
    {"realloc", SiteRole::reallocate},
    {"_Znwm", SiteRole::allocate},
    {"_Znam", SiteRole::allocate},
    {"_ZnwmRKSt9nothrow_t", SiteRole::allocate},
    {"_ZnamRKSt9nothrow_t", SiteRole::allocate},
    {"_ZnwmSt11align_val_t", SiteRole::allocate},
    {"_ZnamSt11align_val_t", SiteRole::allocate},
    {"free", SiteRole::release},
    {"_ZdlPv", SiteRole::release},
    {"_ZdaPv", SiteRole::release},
    {"_ZdlPvm", SiteRole::release},
    {"_ZdaPvm", SiteRole::release},
    {"_ZdlPvSt11align_val_t", SiteRole::release},
    {"_ZdlPvmSt11align_val_t", SiteRole::release},
    {"_ZdaPvSt11align_val_t", SiteRole::release},
};

}  // namespace

SiteRole find_role(const char* text) {
  const char* name = has_prefix(text, "name=") ? text : strstr(text, "\nname=");
  if (name == nullptr) return SiteRole::none;
  name = strchr(name, '=') + 1;
  const uint64_t length = strcspn(name, "\n");
  for (const NamedRole& known : k_roles) {
    if (strlen(known.name) == length && memcmp(known.name, name, length) == 0) return known.role;
  }
  return SiteRole::none;
}

namespace {

struct Highest {
  uint32_t function = 0;
  uint32_t site = 0;
};

// The loaded image of `size` bytes at module + offset; checked, because a wrong address here
// would be called.
const void* locate(Event event, uint64_t size) {
  const uint64_t* payload = event.payload();
  const uint32_t ident = static_cast<uint32_t>(payload[0]);
  if (event.payload_words() < 4 || ident == 0 || ident > g_modules.recorded_count) {
    fail_to_start("the recording holds a bad function or site");
  }
  const Module* module = g_modules.recorded[ident].loaded;
  if (module == nullptr || module->woven == nullptr ||
      payload[1] + size > module->end - module->base) {
    fail_to_start("a function or site of the recording lies in no woven module");
  }
  return reinterpret_cast<const void*>(module->base + payload[1]);
}

// Module 0: changed code does not have it (src/against).
bool is_gone(Event event) { return event.payload_words() >= 4 && event.payload()[0] == 0; }

// A site of the recorded program, to know its callee by.
const CutawaySite* describe_site(Event event) {
  auto* site = own_allocate_array<CutawaySite>(1);
  const uint64_t shape = event.payload()[2];
  site->arg_slots = shape & 0xffff;
  site->ret_slots = shape >> 16 & 0xffff;
  site->flags = static_cast<uint32_t>(shape >> 32);
  site->text = event.text(3);
  return site;
}

void add_function(Event event) {
  ReplayFunction& entry = g_tables.functions[event.ident()];
  if (is_gone(event)) {
    entry = {nullptr, event.text(3)};
    return;
  }
  entry.function = static_cast<const CutawayFunction*>(locate(event, sizeof(CutawayFunction)));
  entry.text = event.text(3);
  const CutawayModule* woven = find_loaded(to_word(entry.function))->woven;
  const bool is_listed =
      entry.function >= woven->functions_begin && entry.function < woven->functions_end &&
      (to_word(entry.function) - to_word(woven->functions_begin)) % sizeof(CutawayFunction) == 0;
  const uint64_t shape = event.payload()[2];
  if (!is_listed || entry.function->arg_slots != (shape & 0xffff) ||
      entry.function->ret_slots != (shape >> 16 & 0xffff)) {
    fail_to_start("a function of the recording is not in the program", entry.text);
  }
  const_cast<CutawayFunction*>(entry.function)->leaves_replay = 0;
}

void add_site(Event event) {
  ReplaySite& entry = g_tables.sites[event.ident()];
  entry.site = is_gone(event) ? describe_site(event)
                              : static_cast<const CutawaySite*>(locate(event, sizeof(CutawaySite)));
  entry.text = event.text(3);
  entry.arg_slots = entry.site->arg_slots;
  entry.ret_slots = entry.site->ret_slots;
  entry.flags = entry.site->flags;
  entry.role = find_role(entry.text);
  const uint64_t shape = event.payload()[2];
  if (entry.arg_slots != (shape & 0xffff) || entry.ret_slots != (shape >> 16 & 0xffff)) {
    fail_to_start("a call site of the recording is not in the program", entry.text);
  }
}

template <class Visitor>
void for_each_table(const Visitor& visit) {
  for (const TableEvent* table = g_stream.tables; table != nullptr; table = table->next)
    visit(table->event);
}

// Of a partial module only the functions listed here are inside. Inline code of headers, and what
// is variadic, belongs to whoever calls it.
void set_sides(const RecordedModule& module) {
  if (!module.is_partial || module.loaded == nullptr) return;
  const CutawayModule* woven = module.loaded->woven;
  for (CutawayFunction* f = woven->functions_begin; f != woven->functions_end; f++)
    f->leaves_replay = (f->flags & (k_function_inline | k_function_variadic)) == 0;
}

}  // namespace

void read_tables() {
  Highest highest;
  for_each_table([&](Event event) {
    if (event.kind() == k_event_module) add_recorded_module(event);
    if (event.kind() == k_event_function && event.ident() > highest.function)
      highest.function = event.ident();
    if (event.kind() == k_event_site && event.ident() > highest.site) highest.site = event.ident();
  });
  match_modules();
  g_tables.functions = own_allocate_array<ReplayFunction>(highest.function + 1ull);
  g_tables.sites = own_allocate_array<ReplaySite>(highest.site + 1ull);
  for (uint32_t ident = 1; ident <= g_modules.recorded_count; ident++)
    set_sides(g_modules.recorded[ident]);
  for_each_table([](Event event) {
    if (event.kind() == k_event_function) add_function(event);
    if (event.kind() == k_event_site) add_site(event);
  });
}

}  // namespace cutaway::rt
