// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <memory>

#include "base/text.h"
#include "cli/commands.h"
#include "recording/json.h"
#include "testgen/suite.h"

namespace cutaway {
namespace {

struct SuiteArguments {
  SuiteOptions options;
  TestgenOptions testgen;
  bool is_json = false;
};

std::string describe(const SuiteEntry& entry) {
  if (!entry.problem.empty()) return entry.problem;
  if (entry.test.empty())
    return fmt::format("{}: left out: the suite covers all of its {}", entry.recording,
                       count_of(entry.covered, "place"));
  return fmt::format("{}: {}: covers {}, {} of them new", entry.recording, entry.test,
                     count_of(entry.covered, "place"), format_count(entry.new_places));
}

Json to_json(const SuiteEntry& entry) {
  return {{"recording", entry.recording},
          {"test", entry.test},
          {"covered", entry.covered},
          {"new", entry.new_places},
          {"problem", entry.problem}};
}

Result<int> run_suite(const SuiteArguments& arguments) {
  CUTAWAY_ASSIGN(std::vector<SuiteEntry> entries, add_to_suite(arguments.options));
  Json list = Json::array();
  bool is_any = false;
  for (const SuiteEntry& entry : entries) {
    is_any = is_any || entry.problem.empty();
    list.push_back(to_json(entry));
    if (!arguments.is_json) fmt::print("{}\n", describe(entry));
  }
  if (arguments.is_json) fmt::print("{}\n", to_line({{"recordings", std::move(list)}}));
  else fmt::print("wrote {}/suite.cmake\n", arguments.options.folder);
  return is_any ? 0 : 1;
}

}  // namespace

Action declare_suite(CLI::App& app, const Command&) {
  auto arguments = std::make_shared<SuiteArguments>();
  SuiteOptions& options = arguments->options;
  CLI::App* add = app.add_subcommand("add", "add regression tests of recordings");
  app.require_subcommand(1);
  add->add_option("folder", options.folder, "folder of the suite")->required();
  add->add_option("recordings", options.recordings, "recordings of runs that did not fail")
      ->required();
  add->add_option("--program", options.program,
                  "the program as it was built, if it is no longer where it was");
  add->add_flag("--json", arguments->is_json, "print the result as one JSON object");
  return [arguments] { return run_suite(*arguments); };
}

}  // namespace cutaway
