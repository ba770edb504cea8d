// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of libraries that a test runs for real, because their answer follows from memory that
// the test has: the recorded one would be wrong as soon as calls are left out.
#pragma once
#include "runtime/common/rt.h"
#include "runtime/replay/tables.h"

namespace cutaway::rt {

// The name in the text of a function or site; its length in `*size`.
const char* name_in_text(const char* text, uint64_t* size);
// The same of a site's.
const char* name_of_site(const CutawaySite* site, uint64_t* size);
bool has_name(const CutawaySite* site, const char* name);
// Before the first call.
void prepare_sites();

// Reports of UBSan: "__ubsan_handle_add_overflow_abort".
constexpr char k_report_prefix[] = "__ubsan_handle_";
bool is_report(const CutawaySite* site);

SiteRole role_of_call(const CutawaySite* site, uint64_t callee);

// See find_given_texts.
uint64_t given_texts(const CutawaySite* site);

// Of the text of a function or site.
bool has_name_text(const char* text, const char* name);

// Whether the function that `site` calls is such a one.
bool is_live(const CutawaySite* site);

// The argument of a live function that is a node of a tree or list; -1: none is, or it may be the
// head of one, which no allocator has made.
int node_argument(const CutawaySite* site);

// Whether it is one of std::__throw_out_of_range and the like.
bool throws_live(const CutawaySite* site);

// Runs either. `results` has room for two slots.
void call_live(const CutawaySite* site, const void* callee, const uint64_t* arguments,
               uint64_t* results);
// A fault now is one of the library's.
extern bool g_is_live_running;

}  // namespace cutaway::rt
