// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text of a generated test, and of the CMake snippet beside it.
#pragma once
#include <string>

#include "failure/failure.h"
#include "testgen/long_texts.h"
#include "testgen/scene.h"
#include "testgen/test_build.h"

namespace cutaway {

enum class TestMode {
  Reproduce,   // fails now, passes when the defect is mended
  Confirm,     // passes now: pins the failure
  Regression,  // of a run that did not fail: what it returned is expected again
};

// Of a replay test: why it is none that stands alone, and what a reader should know.
struct ReplayKind {
  std::string obstacle;
  std::vector<std::string> calls;  // as people read them
};

struct TestPlace {
  std::string folder;     // where the test is written, absolute
  std::string recording;  // as the user named it
  uint64_t calls_before = 0;
  uint64_t calls_after = 0;
  uint64_t number = 0;       // of a test of a suite; 0: none
  std::string name;          // of the test; empty: after its subject
  bool is_learning = false;  // texts that are expected are told, not compared
  bool may_throw = false;    // the code under test refuses what it does not like by exceptions
};

struct TestText {
  std::string name;                     // "period_crash_test"
  std::string text;                     // of name.cc
  std::string cmake;                    // of name.cmake
  std::vector<std::string> folders;     // to look for its headers in, absolute
  std::vector<uint32_t> lines;          // where each statement of the scene starts, from 1
  std::vector<FileBeside> beside = {};  // long texts, and the program's main
};

// Fails if the framework cannot say what the mode asks for.
Result<TestText> write_test(const TestScene& scene, const Failure& failure,
                            const TestCompilation& compilation, const TestPlace& place,
                            TestFramework framework, TestMode mode);

// A test whose state is in `name`.cut beside it. Of `scene` only the names count.
Result<TestText> write_replay_test(const TestScene& scene, const Failure& failure,
                                   const TestCompilation& compilation, const TestPlace& place,
                                   TestFramework framework, TestMode mode, const ReplayKind& kind);

// The signal that ends a process which fails so; 0: none does.
int signal_of(const Failure& failure);

// "crash", "exception", ...: part of the name of a test.
std::string word_of(FailureKind kind);

}  // namespace cutaway
