// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lookup in the one table of known functions (abi/known_functions.inc).
#pragma once
#include <optional>
#include "tables.h"

namespace cutaway {

enum class KnownKind { ranges, comparison, memo, address, mutex, exact, exact_errno };

struct KnownFunction {
  KnownKind kind;
  Hook hook{};         // ranges, comparison
  uint64_t cells = 0;  // memo, address, mutex: where its cells start (abi/known_cells.h)
};

// Only functions without a body here: a program may define its own strlen, or declare another one.
std::optional<KnownFunction> find_known_function(const llvm::Function& callee);

// Known to run without leaving the inside, and without a position.
inline bool stays_inside(const llvm::Function& callee) {
  const auto known = find_known_function(callee);
  return known && known->kind != KnownKind::exact_errno && known->kind != KnownKind::mutex;
}

// Whether rules may take a declaration of this name for a function of a library.
bool is_library_name(llvm::StringRef name);

// How a call that leaves the inside reads the text that is its first argument (k_reads_*, or the
// base of a number).
std::optional<int> find_text_reader(const llvm::CallBase& call);

// malloc, operator new and the like: their sites are flagged for memory checkers.
bool is_allocator(llvm::StringRef name);

}  // namespace cutaway
