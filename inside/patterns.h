// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The patterns that say what the inside is: files (`src/parser.cc`, `src/**`), namespaces
// (`ns::`), classes and functions (`ns::Class`, `function`, globs), a leading '-' excludes.
#pragma once
#include <string>
#include <vector>

#include "llvm/ADT/StringRef.h"

namespace cutaway {

struct Pattern {
  std::string text;
  bool is_exclusion = false;
  bool is_file = false;
};

enum class Match { none, included, excluded };

class InsidePatterns {
 public:
  // One pattern a line; blank lines are skipped.
  explicit InsidePatterns(llvm::StringRef lines);

  // The last pattern that matches decides. `qualified_name` is a demangled name without
  // parameters ("ns::Class<int>::f"), `path` the source file.
  Match match(llvm::StringRef qualified_name, llvm::StringRef path) const;
  bool empty() const { return patterns_.empty(); }

 private:
  std::vector<Pattern> patterns_;
};

// "ns::Class<int>::f" of a linkage name; the name itself if it is not mangled.
std::string qualified_name_of(llvm::StringRef linkage_name);

// "ns", "ns::Class", "ns::Class::f" of "ns::Class<int>::f": the scopes by which patterns name it.
std::vector<std::string> pattern_scopes(llvm::StringRef qualified_name);

}  // namespace cutaway
