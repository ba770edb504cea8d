// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes a script down as C++ source: variables for the objects that its calls are about, a
// statement for each call, and stubs for what the outside answered.
//
// What cannot be written is an error whose message names it; the caller then takes another level,
// or another kind of test.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "testgen/class_shape.h"
#include "testgen/memory_view.h"
#include "testgen/script.h"
#include "testgen/spelling.h"

namespace cutaway {

// What the program's main is called in a test.
constexpr const char* k_name_of_main = "main_of_the_program";

// What a regression test expects of a call.
enum class Expectation {
  None,
  Value,  // equal to `expected`
  Same,   // the same object as `expected`
  True,
  False,
  Null,
  NotNull,
  Text,     // a std::string or std::string_view that equals `expected`
  CString,  // the same of a pointer to characters
  Number,   // a variable that equals `expected`, which is learned like texts
};

struct Statement {
  std::string text;  // one or more lines
  std::string comment;
  bool is_failing = false;      // the failure happens in it
  bool is_declaration = false;  // what it declares is used by later ones
  std::string variable = {};    // that it declares for its result, and
  std::string bare = {};        // the statement without it, if nobody uses it
  Expectation expectation = Expectation::None;
  std::string call = {};      // the expression that has the value
  std::string expected = {};  // a literal; of texts it is known when the test has run once
  std::string thrown = {};    // type of an exception that it ends in, and that the program caught
  std::optional<size_t> number = {};  // of the recorded call that it is part of
};

struct TestScene {
  std::string declaration;         // of a function that no header has
  std::vector<std::string> stubs;  // before the test
  bool defines_functions = false;  // some stubs stand for functions of the program or a library
  std::vector<Statement> statements;
  std::vector<std::string> headers;  // of the user
  std::set<std::string> system_headers;
  std::string subject;           // what the failing call is about: a class, or empty
  std::string failing_function;  // name of the function of the failing call
  // Calls of a regression test that are not in it, by number, and why.
  std::map<size_t, std::string> left_out;
  uint64_t needless = 0;  // calls that are not in it, because nothing expected depends on them
  uint64_t expectations = 0;
};

struct SceneOptions {
  // Results that nobody uses are cast to void: their functions are [[nodiscard]].
  bool casts_results = false;
  // What calls return is expected again; those that cannot be written are left out, with those that
  // need what they made or changed.
  bool is_regression = false;
  std::map<size_t, std::string> left_out;  // calls that are known not to work, and why
  size_t most_calls = SIZE_MAX;
  std::set<size_t> renamed;  // calls whose result is not what a variable is that was there before
  // Functions outside of the inside that are linked all the same, so that no stub is needed.
  std::set<std::string> linked;
};

Result<TestScene> write_scene(const Script& script, DebugTypes* types, const SceneOptions& options);

}  // namespace cutaway
