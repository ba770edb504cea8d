// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Most calls of inside functions are plain (runtime/record/plain.h), and return before anything
// else is logged. As long as that is so, a dispatch does without hooks: what `incall` and
// `incall_return` of the recorder do on their short way (plain_crossings.cpp) stands in the code,
// with the numbers of slots known. Half of the time of such a call was the hooks, and most of that
// not their work.
#pragma once
#include "tables.h"

namespace cutaway {

struct PlainCall {
  llvm::Function& dispatch;
  llvm::Value* table;   // CutawayFunction
  llvm::Value* buffer;  // arguments stand there; results go behind them
  uint64_t arg_slots;
  uint64_t ret_slots;
  bool is_brief;  // abi/weave.h
};

// With more slots the work is most of the time.
constexpr uint64_t k_most_plain_slots = 4;

// Emits the short way. `builder` is left where the crossing is not plain: nothing has happened
// then. `call_record` emits the call of the record flavour with a context.
void emit_plain_call(llvm::IRBuilder<>& builder, Tables& tables, const PlainCall& call,
                     llvm::function_ref<llvm::Value*(llvm::Value* context)> call_record);

}  // namespace cutaway
