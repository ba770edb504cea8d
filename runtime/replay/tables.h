// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions and sites of the recording, as they lie in this process.
#pragma once
#include "runtime/common/rt.h"
#include "runtime/replay/stream.h"

namespace cutaway::rt {

// What a site's callee needs besides its answer.
enum class SiteRole : uint8_t {
  none,
  allocate_exception,  // the header before the object must be as after the real call
  end_catch,
  free_exception,
  allocate,  // malloc(size): these are of use to memcheck only
  allocate_zeroed,
  allocate_array,    // calloc
  allocate_aligned,  // aligned_alloc, memalign
  reallocate,
  release,  // free, operator delete
};

struct ReplayFunction {
  const CutawayFunction* function;
  const char* text;
};

struct ReplaySite {
  const CutawaySite* site;
  uint16_t arg_slots;
  uint16_t ret_slots;
  uint32_t flags;
  SiteRole role;
  const char* text;
};

struct Tables {
  ReplayFunction* functions;  // by ident
  ReplaySite* sites;          // by ident
};

extern Tables g_tables;

// The role of the function that a site with this text calls.
SiteRole find_role(const char* text);

// Reads all tables of g_stream and matches modules; stops the replay if something does not fit.
void read_tables();

}  // namespace cutaway::rt
