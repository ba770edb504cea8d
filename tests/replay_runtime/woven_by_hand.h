// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inside code as the pass would weave it, written by hand: this test program is itself the woven
// program that the replay library is preloaded into.
#pragma once
#include <cstdint>

#include "abi/known_cells.h"

namespace cutaway::by_hand {

// In the order of k_functions in woven_by_hand.cpp.
enum Function : uint32_t {
  k_ask_and_add,      // (a, b): ask(a, b) + a
  k_read_cell,        // (pointer): *pointer
  k_catch_int,        // (x): may_throw(x), or the int caught, or 99 for what is no int
  k_throw_int,        // (): allocates, throws an int 7
  k_jump,             // (): what setjmp returned, after an outcall
  k_sum_accesses,     // (pointer, n): sum of n volatile reads
  k_crash,            // (pointer): writes there
  k_open_file,        // (): result of open("/dev/null")
  k_open_socket,      // (): result of socket(AF_INET)
  k_lower,            // (c): tolower(c)
  k_get_value,        // (): a logged value
  k_store,            // (pointer, x): *pointer = x, reported to verify_store
  k_nest,             // (x): relay(x) + 1; the outside may call in again or leave by longjmp
  k_recurse,          // (): native stack overflow
  k_load_local,       // (): address of a local on the inside stack
  k_return_function,  // (): address of a function of this image
  k_throw_through,    // (): lets an exception of may_throw pass, after a cleanup that calls ask
  k_use_heap,    // (mode): malloc 32 bytes by outcall; 0: fine, 1: reads after free, 2: overrun
  k_fill_stack,  // (pointer): no room is left on the inside stack; writes there
  k_functions_end,
};

enum Site : uint32_t {
  k_site_ask,
  k_site_may_throw,
  k_site_allocate,
  k_site_jump,
  k_site_get_value,
  k_site_relay,
  k_site_malloc,
  k_site_free,
  k_site_indirect_call,
  k_sites_end,
};

CutawayModule& module();
const CutawayFunction& function(uint32_t index);
const CutawaySite& site(uint32_t index);
const void* callee(uint32_t site);
constexpr uint64_t k_heap = 0x5a0000000000;  // a recorded heap

}  // namespace cutaway::by_hand
