// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is the same in changed code (against.h).
#include <string.h>

#include "runtime/common/system.h"
#include "runtime/common/text.h"
#include "runtime/replay/module_map.h"
#include "runtime/replay/recorded_memory.h"
#include "runtime/replay/roles.h"
#include "runtime/shrink/against.h"
#include "runtime/shrink/heap.h"
#include "runtime/shrink/live_functions.h"
#include "runtime/shrink/moved.h"

namespace cutaway::rt {
namespace {

constexpr uint64_t k_most_text = 256;

// Complete and base object constructors (C1, C2) and destructors differ only for virtual bases;
// which of them is called is up to the optimiser.
bool is_same_name(const char* a, const char* b, uint64_t size) {
  const auto is_variant = [](char c) { return c == '1' || c == '2'; };
  for (uint64_t i = 0; i < size; i++) {
    if (a[i] == b[i]) continue;
    const bool is_special = i != 0 && (a[i - 1] == 'C' || a[i - 1] == 'D');
    if (!is_special || !is_variant(a[i]) || !is_variant(b[i])) return false;
  }
  return true;
}

bool has_same_name(const CutawaySite* a, const CutawaySite* b) {
  uint64_t a_size, b_size;
  const char* a_name = name_of_site(a, &a_size);
  const char* b_name = name_of_site(b, &b_size);
  return a_size != 0 && a_size == b_size && is_same_name(a_name, b_name, a_size);
}

bool is_direct(const CutawaySite* site) { return (site->flags & k_site_indirect) == 0; }

// Of the recorded image that is not in this process: nothing in the program has its name.
bool is_left_behind(uint64_t address) {
  const uint32_t ident = g_modules.images.find(address);
  return ident != 0 && g_modules.recorded[ident].loaded == nullptr;
}

// Constants without a name, most of them texts: by what they hold.
bool is_same_constant(uint64_t recorded, uint64_t here) {
  const Module* module = find_loaded(here);
  if (module == nullptr || !ensure_mapped(recorded, k_most_text)) return false;
  const auto* a = reinterpret_cast<const char*>(recorded);
  const auto* b = reinterpret_cast<const char*>(here);
  const uint64_t room = module->end - here;
  const uint64_t size = room < k_most_text ? room : k_most_text;
  return strncmp(a, b, size) == 0;
}

}  // namespace

bool is_same_callee(Event event, const Outcall& call) {
  const ReplaySite& recorded = g_tables.sites[event.ident()];
  if (recorded.arg_slots != call.site->arg_slots || recorded.ret_slots != call.site->ret_slots)
    return false;
  const uint64_t callee = g_modules.slot(event.values(recorded.arg_slots + 1ull), 0);
  if (callee == to_word(call.callee)) return true;
  return is_direct(recorded.site) && is_direct(call.site) &&
         has_same_name(recorded.site, call.site);
}

bool is_same_value(const ReplaySite& recorded, const CutawaySite* site) {
  if (recorded.site == site) return true;
  return g_against.is_on && recorded.ret_slots == site->ret_slots &&
         has_same_name(recorded.site, site);
}

bool is_same_word(const Values& values, uint64_t i, uint64_t actual) {
  const uint64_t expected = g_modules.slot(values, i);
  if (expected == actual || expected == recorded_word(actual)) return true;
  if (values.is_marked(i) && is_recorded_spelling(values.slots[i], actual)) return true;
  if (!is_tracked(expected)) return false;
  if (moved(expected) == actual) return true;
  if (is_on_inside_stack(expected)) return is_on_inside_stack(actual);
  if (is_left_behind(expected)) return is_same_constant(expected, actual);
  return !g_modules.images.holds(expected) && is_in_arena(actual);
}

bool has_role(const Outcall& call) {
  return role_of_call(call.site, to_word(call.callee)) != SiteRole::none || is_live(call.site) ||
         throws_live(call.site);
}

bool has_role(Event outcall) {
  const CutawaySite* site = g_tables.sites[outcall.ident()].site;
  return role_of_call(outcall) != SiteRole::none || is_live(site) || throws_live(site);
}

bool find_usual_answer(const Outcall& call, uint64_t* result) {
  if (call.site->ret_slots != 1) return false;
  // Members of std::ostream, operator<<, std::endl and std::__ostream_insert return the stream.
  constexpr const char* k_streams[] = {
      "_ZNSols",     "_ZStls",    "_ZNSo3put",  "_ZNSo5write",
      "_ZNSo5flush", "_ZSt4endl", "_ZSt5flush", "_ZSt16__ostream_insert"};
  uint64_t size;
  const char* name = name_of_site(call.site, &size);
  for (const char* prefix : k_streams) {
    if (call.site->arg_slots == 0 || !has_prefix(name, prefix)) continue;
    *result = call.arguments[0];
    return true;
  }
  struct Answer {
    const char* name;
    int argument;  // that is returned; -1: `value` is
    uint64_t value;
  };
  constexpr Answer k_answers[] = {{"printf", -1, 1},   {"fprintf", -1, 1}, {"vprintf", -1, 1},
                                  {"vfprintf", -1, 1}, {"puts", -1, 1},    {"fputs", -1, 1},
                                  {"fflush", -1, 0},   {"putchar", 0, 0},  {"fputc", 0, 0},
                                  {"putc", 0, 0},      {"fwrite", 2, 0}};
  for (const Answer& answer : k_answers) {
    if (!has_name(call.site, answer.name) || answer.argument >= call.site->arg_slots) continue;
    *result = answer.argument < 0 ? answer.value : call.arguments[answer.argument];
    return true;
  }
  return false;
}

Event find_role_call(const Outcall& call) {
  const bool releases = role_of_call(call.site, to_word(call.callee)) == SiteRole::release;
  Walk walk;
  for (Event event = walk.next(); !is_last(event); event = walk.next()) {
    if (event.kind() != k_event_outcall) continue;
    if (!has_role(event)) break;
    if (!is_same_callee(event, call)) continue;
    const Values values = event.values(call.site->arg_slots + 1ull);
    if (!releases || is_same_word(values, 1, call.arguments[0])) return event;
  }
  return {nullptr};
}

}  // namespace cutaway::rt
