// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/replay/known_functions.h"

#include "runtime/replay/report.h"

namespace cutaway::rt {
namespace {

enum {
#define CUTAWAY_KNOWN_RANGES(name, result, ...)
#define CUTAWAY_KNOWN_MEMO(name) k_memo_##name,
#define CUTAWAY_KNOWN_EXACT(name)
#include "abi/known_functions.inc"
#undef CUTAWAY_KNOWN_RANGES
#undef CUTAWAY_KNOWN_MEMO
#undef CUTAWAY_KNOWN_EXACT
  k_memo_count
};

// The recorded result of memo function `Table`: its cell arrived as a patch.
template <int Table>
int32_t look_up(void*, int32_t argument) {
  const int64_t index = static_cast<int64_t>(argument) + k_memo_bias;
  if (CUTAWAY_UNLIKELY(index < 0 || index >= k_memo_entries)) {
    report_divergence({.what = "argument of a character function", .actual = static_cast<uint64_t>(argument),
                       .has_actual = true});
  }
  return reinterpret_cast<const int32_t*>(k_memo_tables)[Table * k_memo_entries + index];
}

}  // namespace

void set_known_functions(CutawayModule* module) {
#define CUTAWAY_KNOWN_RANGES(name, result, ...)
#define CUTAWAY_KNOWN_MEMO(name) module->calls[k_call_known_##name] = reinterpret_cast<void*>(look_up<k_memo_##name>);
#define CUTAWAY_KNOWN_EXACT(name)
#include "abi/known_functions.inc"
#undef CUTAWAY_KNOWN_RANGES
#undef CUTAWAY_KNOWN_MEMO
#undef CUTAWAY_KNOWN_EXACT
}

}  // namespace cutaway::rt
