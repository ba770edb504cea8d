// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which of the program's files a test links, and how they are compiled.
#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "testgen/debug_types.h"
#include "testgen/script.h"

namespace cutaway {

struct TestParts {
  std::vector<uint32_t> units;           // to link, ascending
  std::set<uint32_t> callers;            // that hold the functions which are called, linked or not
  std::set<std::string> linked;          // functions that they define
  std::optional<uint32_t> unit_of_main;  // if it is needed; not in `units`
  bool may_throw = false;                // one of them has a throw expression
  bool is_replay = false;                // for a replay test
};

// The units of the functions that are called and what these need, less what the outside did in the
// recorded run: that is for stubs, if no unit that is linked holds it. Without stubs it is linked,
// too.
enum class OutsideAnswers { Stubs, Linked };
Result<TestParts> find_parts(const Script& script, DebugTypes* types, OutsideAnswers answers);

// The same for a replay test, where the outside answers from the recording. Functions of headers
// are linked with a unit that has them, be it the one of `main`.
Result<TestParts> find_replay_parts(const Script& script, DebugTypes* types);

// How the compiler is called for the test.
struct TestCompilation {
  std::vector<std::string> sources;       // absolute paths, sorted
  std::string source_of_main;             // that of the program, if it is needed: not in `sources`
  std::vector<std::string> include_dirs;  // absolute paths
  std::vector<std::string> options;       // -std=, -D, -f...
  std::vector<std::string> libraries;     // -l, -pthread
  bool is_c = false;                      // all sources are
};

// Whether what is tested is compiled with AddressSanitizer.
bool has_asan(const TestCompilation& compilation);

TestCompilation compilation_of(const TestParts& parts, const DebugTypes& types,
                               const std::vector<std::string>& link_arguments);

}  // namespace cutaway
