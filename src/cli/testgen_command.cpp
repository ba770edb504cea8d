// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <memory>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/testgen_options.h"
#include "recording/json.h"

namespace cutaway {
namespace {

struct TestgenArguments {
  TestgenOptions options;
  bool is_json = false;
};

void print_json(const GeneratedTest& made) {
  fmt::print("{}\n", to_line({{"test", made.path},
                              {"cmake", made.cmake_path},
                              {"kind", made.kind == TestKind::Replay ? "replay" : "standalone"},
                              {"data", made.data_path},
                              {"beside", made.beside},
                              {"obstacle", made.obstacle},
                              {"calls", made.calls},
                              {"checked", made.is_checked},
                              {"sources", made.sources},
                              {"own_program", made.defines_functions},
                              {"expectations", made.expectations},
                              {"left_out", made.left_out},
                              {"failure", to_json(made.failure)}}));
}

}  // namespace

void add_testgen_options(CLI::App& app, TestgenOptions& options) {
  app.add_option_function<std::string>(
         "--framework",
         [&options](const std::string& name) {
           options.framework = name == "catch2"    ? TestFramework::Catch2
                               : name == "doctest" ? TestFramework::Doctest
                                                   : TestFramework::GoogleTest;
         },
         "what the test is written for: gtest (default), catch2 or doctest")
      ->check(CLI::IsMember({"gtest", "catch2", "doctest"}));
  app.add_option_function<std::string>(
         "--kind",
         [&options](const std::string& name) {
           options.kind = name == "replay" ? TestKind::Replay : TestKind::Standalone;
         },
         "standalone: source alone; replay: the state in a file beside it; default: standalone "
         "if it can be written so")
      ->check(CLI::IsMember({"standalone", "replay"}));
  app.add_option_function<std::string>(
         "--mode",
         [&options](const std::string& name) {
           options.mode = name == "confirm" ? TestMode::Confirm : TestMode::Reproduce;
         },
         "reproduce (default): fails until the defect is mended; confirm: passes as long as the "
         "failure is there")
      ->check(CLI::IsMember({"reproduce", "confirm"}));
}

void print_generated(const GeneratedTest& made) {
  if (made.kind == TestKind::Replay)
    fmt::print("a replay test, not a standalone one: {}\n", made.obstacle);
  bool is_regression = made.failure.kind == FailureKind::None;
  std::string outcome = is_regression
                            ? "built; passes"
                            : fmt::format("built; fails as recorded ({})", describe(made.failure));
  std::string data = made.data_path.empty() ? "" : ", " + made.data_path;
  for (const std::string& path : made.beside) data += ", " + path;
  fmt::print("wrote {}, {}{}; {}\n", made.path, made.cmake_path, data,
             made.is_checked ? outcome : "not built");
  if (!made.left_out.empty())
    fmt::print("{} left out, the first because of this: {}\n",
               count_of(made.left_out.size(), "call"), made.left_out.front());
}

Action declare_testgen(CLI::App& app, const Command&) {
  auto arguments = std::make_shared<TestgenArguments>();
  TestgenOptions& options = arguments->options;
  options.folder = ".";
  app.add_option("recording", options.recording, "recording of few calls, e.g. debug.cut/2")
      ->required();
  app.add_option("-o,--output", options.folder, "folder to write the test to; default: this one");
  add_testgen_options(app, options);
  app.add_flag_function(
      "--regression", [&options](int64_t) { options.mode = TestMode::Regression; },
      "the run did not fail: expect again what its calls returned");
  app.add_option("--calls", options.most_calls,
                 "of longer recordings: no test, with --regression one of the first calls; "
                 "default: 200");
  app.add_option("--name", options.name, "of the test; default: after what it is about")
      ->check([](const std::string& name) {
        bool is_good = !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
                       std::ranges::all_of(
                           name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
        return is_good ? std::string() : "expected letters, digits and _";
      });
  app.add_option("--program", options.program,
                 "the program as it was built, if it is no longer where it was");
  app.add_flag("!--no-check", options.is_checked, "do not build and run the test");
  app.add_flag("--force", options.may_replace, "replace files that exist");
  app.add_flag("!--no-sandbox", options.replay.is_sandboxed,
               "do not confine the replay by seccomp");
  app.add_flag("--json", arguments->is_json, "print the result as one JSON object");
  return [arguments]() -> Result<int> {
    CUTAWAY_ASSIGN(GeneratedTest made, generate_test(arguments->options));
    if (arguments->is_json) print_json(made);
    else print_generated(made);
    return 0;
  };
}

}  // namespace cutaway
