// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line: finds the verb, runs it, prints its error.
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "cli/commands.h"

namespace cutaway {
namespace {

int print_error(const Error& error) {
  const char* severity = error.code == ErrorCode::Internal ? "internal error" : "error";
  fmt::print(stderr, "cutaway: {}: {}\n", severity, to_text(error));
  if (!error.hint.empty()) fmt::print(stderr, "hint: {}\n", error.hint);
  return static_cast<int>(error.code);
}

int print_usage_error(const CLI::App& app, const CLI::ParseError& problem) {
  std::string verb =
      app.get_subcommands().empty() ? "" : app.get_subcommands().front()->get_name() + " ";
  return print_error({ErrorCode::Usage, "", problem.what(), fmt::format("cutaway {}--help", verb)});
}

}  // namespace

int run_tool(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  auto separator = std::find(words.begin(), words.end(), "--");
  Command command(separator == words.end() ? separator : separator + 1, words.end());
  words.erase(separator, words.end());

  CLI::App app("Records what crosses a cut through a program and replays one side alone.",
               "cutaway");
  app.set_version_flag("--version", "cutaway " CUTAWAY_VERSION);
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);
  std::vector<std::pair<CLI::App*, Action>> actions;
  for (const Verb& verb : verbs()) {
    CLI::App* sub = app.add_subcommand(verb.name, verb.summary);
    actions.emplace_back(sub, verb.declare(*sub, command));
  }
  try {
    std::reverse(words.begin(), words.end());  // CLI11 takes them from the back
    app.parse(words);
  } catch (const CLI::Success& wanted) {
    return app.exit(wanted);
  } catch (const CLI::ParseError& problem) {
    return print_usage_error(app, problem);
  }
  for (auto& [sub, action] : actions) {
    if (!sub->parsed()) continue;
    Result<int> result = action();
    return result ? *result : print_error(result.error());
  }
  return static_cast<int>(ErrorCode::Usage);
}

}  // namespace cutaway

int main(int argc, char** argv) {
  try {
    return cutaway::run_tool(argc, argv);
  } catch (const std::exception& problem) {
    fmt::print(stderr,
               "cutaway: internal error: {}\nhint: this is a bug in cutaway: please report it\n",
               problem.what());
    return static_cast<int>(cutaway::ErrorCode::Internal);
  }
}
