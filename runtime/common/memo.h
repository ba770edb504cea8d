// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the result of a locale-dependent scalar function lives in tracked memory.
#pragma once
#include "runtime/common/rt.h"

namespace cutaway::rt {

enum MemoFunction {
#define CUTAWAY_KNOWN_RANGES(...)
#define CUTAWAY_KNOWN_EXACT(...)
#define CUTAWAY_KNOWN_MEMO(name) k_memo_##name,
#include "abi/known_functions.inc"
#undef CUTAWAY_KNOWN_RANGES
#undef CUTAWAY_KNOWN_EXACT
#undef CUTAWAY_KNOWN_MEMO
  k_memo_functions
};

constexpr uint64_t k_memo_bytes = uint64_t{k_memo_functions} * k_memo_entries * sizeof(int32_t);

// Null: the argument has no cell. Then both runtimes call the real function and trust it (it is
// the identity for tolower and toupper, and undefined for the others).
inline int32_t* memo_cell(MemoFunction function, int32_t argument) {
  const int64_t index = int64_t{argument} + k_memo_bias;
  if (index < 0 || index >= k_memo_entries) return nullptr;
  return reinterpret_cast<int32_t*>(k_memo_tables) + uint64_t{function} * k_memo_entries + index;
}

}  // namespace cutaway::rt
