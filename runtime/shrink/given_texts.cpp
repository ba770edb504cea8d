// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/shrink/given_texts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/common/system.h"
#include "runtime/common/text.h"
#include "runtime/common/verify_hash.h"
#include "runtime/replay/coroutine.h"
#include "runtime/replay/module_map.h"
#include "runtime/replay/own_memory.h"
#include "runtime/replay/recorded_memory.h"
#include "runtime/shrink/live_functions.h"
#include "runtime/shrink/output.h"
#include "runtime/shrink/read_numbers.h"

namespace cutaway::rt {
namespace {

constexpr uint64_t k_most_text = 256;
constexpr uint64_t k_string_bit = 32;
constexpr uint64_t k_keeps = 1ull << 63;

// By number of the word that the outcall starts with, in the stream of this test. 0: not known.
uint32_t* g_texts;
// The same in the whole stream, shared with the server.
uint32_t* g_learned_texts;

// Functions of the C library that read the text of their first argument; their declarations often
// have no types in the debug information.
constexpr const char* k_text_readers[] = {
    "getenv",
#define CUTAWAY_READS_NUMBER(name, how) #name,
#define CUTAWAY_READS_TEXT(name, how) #name,
#include "abi/known_functions.inc"
};

// The type of a leaf: "const char *", "const std::__cxx11::basic_string<char, ...> &".
bool is_text(const char* type, uint64_t size) {
  return size == strlen("const char *") && memcmp(type, "const char *", size) == 0;
}

bool is_string(const char* type, uint64_t size) {
  if (size == 0 || !has_prefix(type, "const ") || type[size - 1] != '&') return false;
  const char* name = type + strlen("const ");
  if (has_prefix(name, "std::")) name += strlen("std::");
  if (has_prefix(name, "__cxx11::")) name += strlen("__cxx11::");
  return has_prefix(name, "string &") || has_prefix(name, "basic_string<char,");
}

// std::istringstream and the like: the text is the second argument of _M_sync, of constructors and
// of str(). 0: it is none of these.
uint64_t find_kept_text(const CutawaySite* site) {
  uint64_t size;
  const char* name = name_of_site(site, &size);
  const auto has = [&](const char* part) {
    return memmem(name, size, part, strlen(part)) != nullptr;
  };
  const bool is_stream = has_prefix(name, "_ZNSt7__cxx11") &&
                         (has("stringstreamIcSt11char") || has("basic_stringbufIcSt11char"));
  if (!is_stream || site->arg_slots < 2) return 0;
  if (has("7_M_syncEPc")) return k_keeps | 1ull << 1;
  return has("ERKNS_12basic_string") ? k_keeps | 1ull << (1 + k_string_bit) : 0;
}

uint64_t hash_text(uint64_t hash, uint64_t address, uint64_t most, bool ends_at_zero) {
  for (uint64_t i = 0; i < most; i++) {
    const uint64_t at = address + i;
    const bool is_new_page = i == 0 || at % k_page_bytes == 0;
    if (is_new_page && !is_readable(at)) break;
    const char byte = *reinterpret_cast<const char*>(at);
    if (ends_at_zero && byte == 0) break;
    hash = verify_mix(hash, static_cast<uint8_t>(byte) + 1ull);
  }
  return hash;
}

uint64_t hash_string(uint64_t hash, uint64_t address) {
  constexpr uint64_t k_words = 16;  // where, and how long
  if (!is_readable(address) || !is_readable(address + k_words - 1)) return hash;
  uint64_t words[2];
  memcpy(words, reinterpret_cast<const void*>(address), sizeof(words));
  const uint64_t size = words[1] < k_most_text ? words[1] : k_most_text;
  return hash_text(verify_mix(hash, words[1]), words[0], size, false);
}

// The same where the site does not say which function it calls.
bool is_text_reader(const Outcall& call) {
  const void* const readers[] = {reinterpret_cast<void*>(strtold), reinterpret_cast<void*>(getenv),
                                 reinterpret_cast<void*>(::sscanf)};
  for (const void* reader : readers)
    if (reader == call.callee) return true;
  return is_number_reader(call);
}

uint64_t texts_of(const Outcall& call) {
  const uint64_t given = given_texts(call.site);
  const bool is_indirect = (call.site->flags & k_site_indirect) != 0;
  return is_indirect && is_text_reader(call) ? given | 1 : given;
}

// Never 0.
uint32_t hash_given(const Outcall& call) {
  const uint64_t given = texts_of(call);
  uint64_t hash = k_verify_seed;
  for (uint64_t i = 0; i < call.site->arg_slots && i < k_string_bit - 1; i++) {
    if ((given >> i & 1) != 0) hash = hash_text(hash, call.arguments[i], k_most_text, true);
    if ((given >> (i + k_string_bit) & 1) != 0) hash = hash_string(hash, call.arguments[i]);
  }
  return static_cast<uint32_t>(hash >> 32) | 1;
}

}  // namespace

bool is_readable(uint64_t address) {
  if (const Module* module = find_loaded(address)) return address < module->end;
  if (g_modules.images.holds(address) || is_armed_fault(address) ||
      is_native_stack_guard(address) || is_inside_stack_guard(address))
    return false;
  return ensure_mapped(address, 1);
}

void map_text(uint64_t address) {
  for (uint64_t at = address; is_readable(at); at = round_down(at, k_page_bytes) + k_page_bytes) {
    const uint64_t left = k_page_bytes - at % k_page_bytes;
    if (memchr(reinterpret_cast<const void*>(at), 0, left) != nullptr) return;
  }
}

uint64_t find_given_texts(const CutawaySite* site) {
  if (is_writer(site)) return 0;
  if (const uint64_t kept = find_kept_text(site)) return kept;
  for (const char* name : k_text_readers)
    if (has_name(site, name)) return 1;
  const char* leaf = strstr(site->text, "\nargs=");
  if (leaf == nullptr) return 0;
  leaf += strlen("\nargs=");
  uint64_t texts = 0;
  uint64_t slot = 0;
  while (*leaf != 0 && *leaf != '\n' && slot < k_string_bit - 1) {
    const uint64_t size = strcspn(leaf, ";\n");
    uint64_t bytes = 0;
    const char* at = leaf + 1;
    for (; *at >= '0' && *at <= '9'; at++) bytes = bytes * 10 + static_cast<uint64_t>(*at - '0');
    const char* type = at;  // " name type"
    for (int blanks = 0; blanks < 2 && type < leaf + size; type++) blanks += *type == ' ' ? 1 : 0;
    const auto type_size = static_cast<uint64_t>(leaf + size - type);
    if (*leaf == 'p' && is_text(type, type_size)) texts |= 1ull << slot;
    if (*leaf == 'p' && is_string(type, type_size)) texts |= 1ull << (slot + k_string_bit);
    slot += (bytes + 7) / 8;
    leaf += size;
    if (*leaf == ';') leaf++;
  }
  return texts;
}

bool keeps_text(const CutawaySite* site) { return (given_texts(site) & k_keeps) != 0; }

bool prepare_given_texts() {
  const auto words = static_cast<uint64_t>(g_stream.end - g_stream.begin) + 1;
  const int shared = MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE;
  g_learned_texts = static_cast<uint32_t*>(
      sys_map(0, words * sizeof(*g_learned_texts), PROT_READ | PROT_WRITE, shared));
  g_texts = g_learned_texts;
  return g_learned_texts != nullptr;
}

void learn_given_texts(Event outcall, const Outcall& call) {
  if (texts_of(call) != 0) g_learned_texts[outcall.words - g_stream.begin] = hash_given(call);
}

void start_moving_texts() {
  g_texts = own_allocate_array<uint32_t>(static_cast<uint64_t>(g_stream.end - g_stream.begin) + 1);
}

void move_given_texts(uint64_t from, uint64_t to) {
  if (g_learned_texts[from] != 0) g_texts[to] = g_learned_texts[from];
}

bool is_given_same_texts(Event outcall, const Outcall& call) {
  if (g_texts == nullptr || texts_of(call) == 0) return true;
  const uint32_t known = g_texts[outcall.words - g_stream.begin];
  return known == 0 || known == hash_given(call);
}

}  // namespace cutaway::rt
