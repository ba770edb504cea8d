// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/shrink/live_functions.h"

#include <string.h>

#include "runtime/common/text.h"
#include "runtime/replay/own_memory.h"
#include "runtime/replay/roles.h"
#include "runtime/replay/stream.h"
#include "runtime/shrink/constructed.h"
#include "runtime/shrink/given_texts.h"
#include "runtime/shrink/live_writes.h"
#include "runtime/shrink/trace.h"

namespace cutaway::rt {

bool g_is_live_running;

namespace {

// They take and give integers and pointers only.
constexpr const char* k_live_functions[] = {
    "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_",
    "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_",
    "_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base",
    "_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base",
    "_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base",
    "_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base",
    "_ZNSt8__detail15_List_node_base7_M_hookEPS0_",
    "_ZNSt8__detail15_List_node_base9_M_unhookEv",
    "_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_",
    "_ZNSt8__detail15_List_node_base10_M_reverseEv",
    "_ZNSt8__detail15_List_node_base4swapERS0_S1_",
    "_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm",
    "_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm",
    "__cxa_guard_acquire",
    "__cxa_guard_release",
    "__cxa_guard_abort",
};

// Constructors of the exceptions of <stdexcept>, from a text: their objects are what a failure is
// described by.
constexpr const char* k_exception_types[] = {
    "11logic_error",   "12domain_error", "16invalid_argument", "12length_error",   "12out_of_range",
    "13runtime_error", "11range_error",  "14overflow_error",   "15underflow_error"};
constexpr const char* k_from_text[] = {"EPKc",
                                       "ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"};

// "_ZNSt" type "C1" or "C2" parameters
bool makes_exception(const char* name, uint64_t size) {
  constexpr char k_prefix[] = "_ZNSt";
  if (size < sizeof(k_prefix) || memcmp(name, k_prefix, sizeof(k_prefix) - 1) != 0) return false;
  name += sizeof(k_prefix) - 1;
  size -= sizeof(k_prefix) - 1;
  for (const char* type : k_exception_types) {
    const uint64_t length = strlen(type);
    if (size < length + 2 || memcmp(name, type, length) != 0 || name[length] != 'C') continue;
    for (const char* parameters : k_from_text)
      if (strlen(parameters) == size - length - 2 &&
          memcmp(name + length + 2, parameters, strlen(parameters)) == 0)
        return true;
  }
  return false;
}

struct TwoWords {
  uint64_t first, second;
};
using Callee = TwoWords (*)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);

// Bytes of the first leaf of the result: above them a register holds anything.
uint64_t bytes_of_first_result(const CutawaySite* site) {
  const char* leaves = strstr(site->text, "\nret=");
  if (leaves == nullptr) return 8;
  leaves += strlen("\nret=") + 1;  // the kind
  uint64_t bytes = 0;
  for (; *leaves >= '0' && *leaves <= '9'; leaves++) bytes = bytes * 10 + (*leaves - '0');
  return bytes == 0 || bytes > 8 ? 8 : bytes;
}

bool find_live(const CutawaySite* site) {
  if ((site->flags & k_site_indirect) != 0 || site->arg_slots > 6 || site->ret_slots > 2)
    return false;
  for (const char* name : k_live_functions)
    if (has_name(site, name)) return true;
  uint64_t size;
  const char* called = name_of_site(site, &size);
  return makes_exception(called, size);
}

int find_node_argument(const CutawaySite* site) {
  struct Known {
    const char* prefix;
    int argument;
  };
  constexpr Known k_known[] = {{"_ZSt29_Rb_tree_insert_and_rebalance", 1},
                               {"_ZSt28_Rb_tree_rebalance_for_erase", 0},
                               {"_ZSt18_Rb_tree_increment", 0},
                               {"_ZNSt8__detail15_List_node_base7_M_hook", 0},
                               {"_ZNSt8__detail15_List_node_base9_M_unhook", 0},
                               {"_ZNSt8__detail15_List_node_base11_M_transfer", 1}};
  uint64_t size;
  const char* name = name_of_site(site, &size);
  for (const Known& known : k_known)
    if (has_prefix(name, known.prefix)) return known.argument;
  return -1;
}

bool find_throws(const CutawaySite* site) {
  uint64_t size;
  const char* name = name_of_site(site, &size);
  constexpr char k_prefix[] = "_ZSt";
  return (site->flags & k_site_indirect) == 0 && site->arg_slots <= 6 &&
         memcmp(name, k_prefix, strlen(k_prefix)) == 0 &&
         memmem(name, size, "__throw_", strlen("__throw_")) != nullptr;
}

bool find_report(const CutawaySite* site) {
  uint64_t size;
  return has_prefix(name_of_site(site, &size), k_report_prefix);
}

// What the name of a callee says. Looked up once by the server, since each call of a test asks.
struct SiteTraits {
  const CutawaySite* site;  // null: a free entry
  bool is_live, throws_live, is_report;
  int8_t node_argument;
  SiteRole role;
  uint64_t given_texts;
};
constexpr uint64_t k_site_entries = 1 << 16;
SiteTraits* g_sites;

SiteTraits find_traits(const CutawaySite* site) {
  return {site,
          find_live(site),
          find_throws(site),
          find_report(site),
          static_cast<int8_t>(find_node_argument(site)),
          find_role(site->text),
          find_given_texts(site)};
}

const SiteTraits& traits_of(const CutawaySite* site) {
  const uint64_t start = to_word(site) / sizeof(*site);
  for (uint64_t i = 0; i < k_site_entries; i++) {
    SiteTraits& entry = g_sites[(start + i) % k_site_entries];
    if (CUTAWAY_LIKELY(entry.site == site)) return entry;
    if (entry.site != nullptr) continue;
    entry = find_traits(site);
    return entry;
  }
  static SiteTraits last;  // more sites than entries
  last = find_traits(site);
  return last;
}

}  // namespace

const char* name_in_text(const char* text, uint64_t* size) {
  const char* name = has_prefix(text, "name=") ? text : strstr(text, "\nname=");
  *size = 0;
  if (name == nullptr) return "";
  name = strchr(name, '=') + 1;
  *size = strcspn(name, "\n");
  return name;
}

const char* name_of_site(const CutawaySite* site, uint64_t* size) {
  return name_in_text(site->text, size);
}

bool has_name_text(const char* text, const char* name) {
  uint64_t size;
  const char* actual = name_in_text(text, &size);
  return strlen(name) == size && memcmp(actual, name, size) == 0;
}

bool has_name(const CutawaySite* site, const char* name) { return has_name_text(site->text, name); }

void prepare_sites() {
  g_sites = own_allocate_array<SiteTraits>(k_site_entries);
  for (const uint64_t* at = g_stream.begin; at < g_stream.end; at += 1 + event_words(*at)) {
    if (Event{at}.kind() != k_event_site) continue;
    const CutawaySite* site = g_tables.sites[Event{at}.ident()].site;
    if (site != nullptr) traits_of(site);
  }
}

bool is_live(const CutawaySite* site) { return traits_of(site).is_live; }

int node_argument(const CutawaySite* site) { return traits_of(site).node_argument; }

bool throws_live(const CutawaySite* site) { return traits_of(site).throws_live; }

bool is_report(const CutawaySite* site) { return traits_of(site).is_report; }

uint64_t given_texts(const CutawaySite* site) { return traits_of(site).given_texts; }

SiteRole role_of_call(const CutawaySite* site, uint64_t callee) {
  const bool is_indirect = (site->flags & k_site_indirect) != 0;
  return is_indirect ? role_of_function(callee) : traits_of(site).role;
}

void call_live(const CutawaySite* site, const void* callee, const uint64_t* arguments,
               uint64_t* results) {
  uint64_t a[6] = {};
  for (uint64_t i = 0; i < site->arg_slots; i++) a[i] = arguments[i];
  const LiveFootprint footprint(site, arguments);
  g_is_live_running = true;
  const auto function = reinterpret_cast<Callee>(const_cast<void*>(callee));
  const TwoWords words = function(a[0], a[1], a[2], a[3], a[4], a[5]);
  g_is_live_running = false;
  footprint.report();
  if (g_trace.learns) note_guard(site, words.first);
  const uint64_t bytes = bytes_of_first_result(site);
  const uint64_t mask = bytes == 8 ? ~0ull : (1ull << 8 * bytes) - 1;
  if (site->ret_slots > 0) results[0] = words.first & mask;
  if (site->ret_slots > 1) results[1] = words.second;
}

}  // namespace cutaway::rt
