// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds a generated test with the recorded code, runs it, and says whether it fails as recorded.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "failure/failure.h"
#include "testgen/test_file.h"

namespace cutaway {

struct CheckOutcome {
  bool is_as_recorded = false;
  std::string what;                  // happened instead, or what the compiler says
  bool is_no_code = false;           // it does not compile
  bool needs_casts = false;          // results that must not be ignored are
  std::vector<std::string> learned;  // texts that the test told
  std::vector<std::string> covered;  // "function file:line" of the units, sorted
  uint32_t line = 0;                 // of the test, where it failed; 0: not known
  std::set<uint32_t> bad_lines;      // of a test that must pass: what does not compile or differs
};

struct CheckedTest {
  const TestText* test = nullptr;
  const TestCompilation* compilation = nullptr;
  std::vector<const Unit*> units;
  bool measures_coverage = false;
};

// `failure` of no kind: the test must pass.
Result<CheckOutcome> check_test(const CheckedTest& checked, const Failure& failure);

}  // namespace cutaway
