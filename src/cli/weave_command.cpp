// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <memory>

#include "base/process.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/inside_options.h"

namespace cutaway {
namespace {

struct WeaveArguments {
  InsideOptions inside;
  std::string program;
  bool is_quiet = false;
};

Result<int> run_weave(const WeaveArguments& arguments) {
  CUTAWAY_ASSIGN(Plan plan, plan_of(arguments.inside));
  CUTAWAY_ASSIGN(std::string program, find_program(arguments.program));
  CUTAWAY_ASSIGN(Variant variant, weave_for(program, plan, arguments.is_quiet));
  if (!variant.library_folder.empty()) fmt::print("LD_LIBRARY_PATH={} ", variant.library_folder);
  fmt::print("{}\n", shell_quote({variant.program}));
  return 0;
}

}  // namespace

Action declare_weave(CLI::App& app, const Command&) {
  auto arguments = std::make_shared<WeaveArguments>();
  app.add_option("program", arguments->program, "a program built by cutaway-cc or cutaway-c++")
      ->required();
  add_inside_options(app, arguments->inside);
  app.add_flag("-q,--quiet", arguments->is_quiet, "no summary");
  return [arguments] { return run_weave(*arguments); };
}

}  // namespace cutaway
