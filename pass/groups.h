// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which inside functions may be told apart later, when a smaller inside is zoomed to: calls between
// two groups keep their call and are guarded; calls within one are inlined and cost nothing.
#pragma once
#include "llvm/IR/Function.h"

namespace cutaway {

enum class Granularity {
  none,      // nobody zooms: no zoom flavours, no guards
  klass,     // a group is an outermost class, or a file's free functions; inline ones have none
  function,  // every function is a group of its own
};

// Of a plan: "class", "function" or "none"; class if it is none of these.
Granularity parse_granularity(llvm::StringRef text);

// Puts `function`, which is inside, into its group. `is_inline`: code of a header, which belongs to
// whoever calls it, as it does where nobody named it; its group only gives it a name.
void set_group(llvm::Function& function, Granularity granularity, bool is_inline);

// Empty for what always belongs to whoever calls it, and where nobody zooms.
llvm::StringRef group_of(const llvm::Function& function);
bool is_inline_code(const llvm::Function& function);

// Whether `caller` may be in another inside than `callee`: then the call must stay one, unless the
// callee is inline code.
bool is_group_border(const llvm::Function& caller, const llvm::Function& callee);

// Whether the side of the callee must be looked up when `caller` calls it.
bool needs_guard(const llvm::Function& caller, const llvm::Function& callee);

}  // namespace cutaway
