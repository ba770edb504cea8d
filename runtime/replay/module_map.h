// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recorded modules and where they lie in this process. An image address of the stream is module +
// offset; here it becomes an address, and back.
//
// A recorded module that is not loaded, or is loaded as another build and holds no inside code,
// keeps its recorded addresses: nothing of it runs, its bytes arrive as patches in pages mapped on
// demand.
#pragma once
#include "runtime/common/images.h"
#include "runtime/common/modules.h"
#include "runtime/common/rt.h"
#include "runtime/replay/stream.h"

namespace cutaway::rt {

struct RecordedModule {
  uint64_t base;
  uint64_t end;
  bool is_woven;
  bool is_partial;  // only functions in the stream's table are inside
  const unsigned char* build_id;
  uint32_t build_id_size;
  const char* path;
  const Module* loaded;  // null: keeps its recorded addresses
  bool is_other_build;   // loaded, but as another build
};

struct ModuleMap {
  uint64_t* bases;           // by ident: base in this process; 65536 entries, [0] is 0
  RecordedModule* recorded;  // by ident
  uint32_t recorded_count;   // highest ident
  Module* loaded;
  uint32_t loaded_count;
  ImageTable images;  // of this process, by recorded ident
  uint64_t shift;     // how far libraries lie below their recorded addresses, see layout.cpp; or 0
  uint64_t shifted_half;  // upper half of their addresses here

  CUTAWAY_INLINE uint64_t decode(uint64_t word) const {
    return bases[word >> k_module_bits] + (word & ((1ull << k_module_bits) - 1));
  }
  CUTAWAY_INLINE uint64_t slot(const Values& values, uint64_t i) const {
    return values.is_marked(i) ? decode(values.slots[i]) : values.slots[i];
  }
};

extern ModuleMap g_modules;

// An integer that only happened to look like an image address was encoded by the recorder; the
// replayed inside computes it again as it was.
inline bool is_recorded_spelling(uint64_t word, uint64_t actual) {
  return actual ==
         g_modules.recorded[word >> k_module_bits].base + (word & ((1ull << k_module_bits) - 1));
}

// What the recorded process had where this one has `word`: half a stale library pointer with other
// bytes below it keeps the shifted upper half. No recorded memory lies at such addresses, so
// nothing else does.
inline uint64_t recorded_word(uint64_t word) {
  return word >> 32 == g_modules.shifted_half && g_modules.shift != 0 ? word + g_modules.shift
                                                                      : word;
}

// Whether the program is another build than the recorded one: it has base 0 in the stream.
bool is_program_changed();

// Lists what is loaded. Before match_modules.
void collect_loaded_modules();

// Takes in a k_event_module.
void add_recorded_module(Event event);

// Fills bases and images when all recorded modules are known.
void match_modules();

// The loaded module that holds `address`, or null.
const Module* find_loaded(uint64_t address);

// The encoded form of an address of the recorded process: bytes of an image pointer that the inside
// read one by one were not relocated. Other words stay as they are.
uint64_t encode_recorded(uint64_t recorded_address);

// Where an address of the recorded process, not encoded, lies in this one.
uint64_t relocate(uint64_t recorded_address);

// The address of a k_event_failure in this process.
uint64_t fault_address(Event failure);

}  // namespace cutaway::rt
