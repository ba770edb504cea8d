// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where results of known functions that cannot be computed again go through tracked memory, so that
// a surprise becomes a patch. The record flavour calls the function, compares the result with the
// shadow of its cell and on a difference stores it there as the outside would; the replay flavour
// loads the cell.
#pragma once
#include "weave.h"

#ifdef __cplusplus
namespace cutaway {
#endif

enum {
#define CUTAWAY_KNOWN_MEMO(name) k_memo_##name,
#include "known_functions.inc"
  k_memo_functions
};
enum {
#define CUTAWAY_KNOWN_ADDRESS(name) k_address_##name,
#include "known_functions.inc"
  k_address_functions
};
enum {
#define CUTAWAY_KNOWN_MUTEX(name) k_mutex_##name,
#include "known_functions.inc"
  k_mutex_functions
};

// One table of k_memo_entries 32-bit cells for each memo function, index = argument + k_memo_bias.
// Other arguments have no cell: there both flavours call the function and trust it (it is the
// identity for tolower and toupper, and undefined for the others).
enum { k_memo_entries = 512, k_memo_bias = 128 };
static const uint64_t k_memo_table_bytes = 4ull * k_memo_entries;

// Then one 64-bit cell for each address function. All threads share it: between two of its segments
// a thread may find the address of another one there, which is a difference like any other.
static const uint64_t k_address_cells = k_known_cells + k_memo_functions * k_memo_table_bytes;
// Then one for each mutex function, of which 32 bits are used.
static const uint64_t k_mutex_cells = k_address_cells + 8ull * k_address_functions;
static const uint64_t k_known_cells_bytes =
    k_mutex_cells + 8ull * k_mutex_functions - k_known_cells;

#ifdef __cplusplus
}  // namespace cutaway
#endif
