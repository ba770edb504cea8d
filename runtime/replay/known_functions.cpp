// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/replay/known_functions.h"

#include <ctype.h>

#include "runtime/common/memo.h"

namespace cutaway::rt {
namespace {

// The recorded result: its cell arrived as a patch.
template <MemoFunction Function, int (*Real)(int)>
int32_t look_up(void*, int32_t argument) {
  const int32_t* cell = memo_cell(Function, argument);
  return CUTAWAY_LIKELY(cell != nullptr) ? *cell : Real(argument);
}

}  // namespace

void set_known_functions(CutawayModule* module) {
#define CUTAWAY_KNOWN_RANGES(...)
#define CUTAWAY_KNOWN_EXACT(...)
#define CUTAWAY_KNOWN_MEMO(name) \
  module->calls[k_call_known_##name] = reinterpret_cast<void*>(look_up<k_memo_##name, name>);
#include "abi/known_functions.inc"
#undef CUTAWAY_KNOWN_RANGES
#undef CUTAWAY_KNOWN_EXACT
#undef CUTAWAY_KNOWN_MEMO
}

}  // namespace cutaway::rt
