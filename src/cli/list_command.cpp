// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>
#include <stdlib.h>

#include <memory>

#include "base/process.h"
#include "base/text.h"
#include "cli/commands.h"
#include "recording/json.h"
#include "weave/listing.h"
#include "weave/selection.h"

namespace cutaway {
namespace {

struct ListArguments {
  std::string program;
  std::vector<std::string> patterns;
  bool is_by_file = false;
  bool is_json = false;
  int depth = 3;
};

Json to_json(const ListNode& node) {
  Json children = Json::object();
  for (const auto& [label, child] : node.children) children[label] = to_json(child);
  Json json = {{"pattern", node.pattern},
               {"functions", node.function_count},
               {"instructions", node.instruction_count}};
  if (!node.place.empty()) json["place"] = node.place;
  if (!children.empty()) json["children"] = std::move(children);
  return json;
}

void print_lost(const ProgramIndex& index) {
  for (const std::string& lost : index.lost())
    fmt::print(stderr, "cutaway: warning: without bitcode: {}\n", lost);
}

Result<int> run_list(const ListArguments& arguments) {
  CUTAWAY_ASSIGN(std::string program, find_program(arguments.program));
  const char* library_path = ::getenv("LD_LIBRARY_PATH");
  CUTAWAY_ASSIGN(std::vector<KeptModule> modules,
                 find_kept_modules(program, library_path != nullptr ? library_path : ""));
  CUTAWAY_ASSIGN(ProgramIndex index, ProgramIndex::read(modules));
  Plan plan{arguments.patterns, false, arguments.patterns.empty(), "none"};
  CUTAWAY_ASSIGN(Selection selection, select(index, plan));
  ListNode root = list_functions(find_functions(index, selection.patterns),
                                 arguments.is_by_file ? ListBy::File : ListBy::Name);
  if (arguments.is_json) {
    Json json = to_json(root);
    json["files"] = index.units().size();
    json["lost"] = index.lost();
    fmt::print("{}\n", to_line(json));
    return 0;
  }
  fmt::print("{}", render_list(root, arguments.depth));
  fmt::print("{}: {} of {} files, {}, {} IR instructions\n", arguments.program,
             selection.units.size(), index.units().size(),
             count_of(root.function_count, "function"), format_count(root.instruction_count));
  print_lost(index);
  return 0;
}

}  // namespace

Action declare_list(CLI::App& app, const Command&) {
  auto arguments = std::make_shared<ListArguments>();
  app.add_option("program", arguments->program, "a program built by cutaway-cc or cutaway-c++")
      ->required();
  app.add_option("patterns", arguments->patterns, "only what matches; default: everything");
  app.add_flag("--files", arguments->is_by_file, "by files instead of namespaces and classes");
  app.add_option("--depth", arguments->depth, "levels to show")->check(CLI::Range(1, 100));
  app.add_flag("--json", arguments->is_json, "the whole tree as one JSON object");
  return [arguments] { return run_list(*arguments); };
}

}  // namespace cutaway
