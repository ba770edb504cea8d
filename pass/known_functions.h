// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lookup in the one table of known functions (abi/known_functions.inc).
#pragma once
#include "tables.h"
#include <optional>

namespace cutaway {

enum class KnownKind { ranges, memo, exact };

struct KnownFunction {
  KnownKind kind;
  Hook hook;  // not for exact
};

// Only functions without a body here: a program may define its own strlen.
std::optional<KnownFunction> find_known_function(const llvm::Function& callee);

// Known to run without leaving the inside.
inline bool stays_inside(const llvm::Function& callee) {
  return find_known_function(callee).has_value();
}

// malloc, operator new and the like: their sites are flagged for memory checkers.
bool is_allocator(llvm::StringRef name);

}  // namespace cutaway
