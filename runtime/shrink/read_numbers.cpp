// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/shrink/read_numbers.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "abi/known_cells.h"
#include "runtime/common/system.h"
#include "runtime/replay/module_map.h"
#include "runtime/replay/recorded_memory.h"
#include "runtime/replay/tables.h"
#include "runtime/shrink/given_texts.h"
#include "runtime/shrink/live_functions.h"
#include "runtime/shrink/outcome.h"
#include "runtime/shrink/trace.h"

namespace cutaway::rt {
namespace {

// strtold is not among them: its results take two words.
struct Reader {
  const char* name;
  const void* function;
  uint64_t (*read)(const char* text, char** end, int base);
};

template <auto function>
uint64_t read_in_base(const char* text, char** end, int base) {
  return static_cast<uint64_t>(function(text, end, base));
}
template <auto function>
uint64_t read_decimal(const char* text, char**, int) {
  // NOLINTNEXTLINE(cert-err34-c): what the program calls
  return static_cast<uint64_t>(function(text));
}
// NOLINTNEXTLINE(cert-err34-c): the same
uint64_t read_int(const char* text, char**, int) { return static_cast<uint32_t>(atoi(text)); }
template <typename T>
uint64_t bits_of(T number) {
  uint64_t bits = 0;
  memcpy(&bits, &number, sizeof(number));
  return bits;
}
uint64_t read_double(const char* text, char** end, int) { return bits_of(strtod(text, end)); }
uint64_t read_float(const char* text, char** end, int) { return bits_of(strtof(text, end)); }
uint64_t read_atof(const char* text, char**, int) { return bits_of(strtod(text, nullptr)); }

const Reader k_readers[] = {
    {"strtol", reinterpret_cast<void*>(strtol), read_in_base<strtol>},
    {"strtoll", reinterpret_cast<void*>(strtoll), read_in_base<strtoll>},
    {"strtoul", reinterpret_cast<void*>(strtoul), read_in_base<strtoul>},
    {"strtoull", reinterpret_cast<void*>(strtoull), read_in_base<strtoull>},
    {"strtod", reinterpret_cast<void*>(strtod), read_double},
    {"strtof", reinterpret_cast<void*>(strtof), read_float},
    {"atoi", reinterpret_cast<void*>(atoi), read_int},
    {"atol", reinterpret_cast<void*>(atol), read_decimal<atol>},
    {"atoll", reinterpret_cast<void*>(atoll), read_decimal<atoll>},
    {"atof", reinterpret_cast<void*>(atof), read_atof},
};

// std::stoi calls strtol by a pointer.
const Reader* find_reader(const Outcall& call) {
  const bool is_indirect = (call.site->flags & k_site_indirect) != 0;
  for (const Reader& reader : k_readers)
    if (is_indirect ? call.callee == reader.function : has_name(call.site, reader.name))
      return &reader;
  return nullptr;
}

bool has_end(const Outcall& call) { return call.site->arg_slots > 1; }
int base_of(const Outcall& call) {
  return call.site->arg_slots > 2 ? static_cast<int>(call.arguments[2]) : 0;
}
const char* text_of(const Outcall& call) {
  return reinterpret_cast<const char*>(call.arguments[0]);
}

// All that a number may consist of. Recordings of earlier versions do not have it.
bool is_text_there(uint64_t address) {
  for (uint64_t at = address;; at++) {
    const bool is_new_page = at == address || at % k_page_bytes == 0;
    if (is_new_page && !is_readable(at)) return false;
    const char c = *reinterpret_cast<const char*>(at);
    if (!isalnum(static_cast<unsigned char>(c)) && strchr(" \t\n\v\f\r+-._()", c) == nullptr)
      return true;
    if (c == 0) return true;
  }
}

// Null: the inside has never asked where it is.
int* errno_of_inside() {
  const uint64_t cell = k_address_cells + 8ull * k_address___errno_location;
  const uint64_t place = ensure_mapped(cell, 8) ? *reinterpret_cast<const uint64_t*>(cell) : 0;
  return place != 0 && ensure_mapped(place, sizeof(int)) ? reinterpret_cast<int*>(place) : nullptr;
}

}  // namespace

bool is_number_reader(const Outcall& call) { return find_reader(call) != nullptr; }

bool is_number_reader(Event outcall) {
  const ReplaySite& site = g_tables.sites[outcall.ident()];
  const uint64_t callee = g_modules.slot(outcall.values(site.arg_slots + 1ull), 0);
  return find_reader({site.site, reinterpret_cast<const void*>(callee), nullptr}) != nullptr;
}

void learn_number(const Outcall& call, const uint64_t* results) {
  const Reader* reader = find_reader(call);
  if (reader == nullptr) return;
  bool is_same = false;
  if (call.site->ret_slots == 1 && is_text_there(call.arguments[0])) {
    char* end = nullptr;
    const int kept = errno;
    is_same = reader->read(text_of(call), &end, base_of(call)) == results[0];
    errno = kept;
  }
  if (!is_same) g_outcome->numbers_failed = 1;
}

void read_number(const Outcall& call, uint64_t* results) {
  const Reader* reader = find_reader(call);
  char* end = nullptr;
  const int kept = errno;
  errno = 0;
  g_is_live_running = true;
  results[0] = reader->read(text_of(call), &end, base_of(call));
  auto** place = has_end(call) ? reinterpret_cast<char**>(call.arguments[1]) : nullptr;
  if (place != nullptr) *place = end;
  g_is_live_running = false;
  if (place != nullptr && g_trace.is_traced) trace_write(to_word(place), sizeof(end));
  if (errno != 0 && errno_of_inside() != nullptr) *errno_of_inside() = errno;
  errno = kept;
}

KeptErrno::KeptErrno() : place_(errno_of_inside()), value_(place_ != nullptr ? *place_ : 0) {}

void KeptErrno::restore() const {
  if (place_ != nullptr) *place_ = value_;
}

}  // namespace cutaway::rt
