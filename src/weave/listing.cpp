// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "weave/listing.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "inside/patterns.h"

namespace cutaway {
namespace {

bool is_system_header(const ProgramFunction& function) {
  return function.function->is_from_header &&
         (function.file->starts_with("/usr/include/") || function.file->starts_with("/usr/lib/"));
}

// Initialisers of globals and the like.
bool is_made_by_compiler(const ProgramFunction& function) {
  return function.name.starts_with("__cxx_global_var_init") ||
         function.name.starts_with("_GLOBAL__") || function.name.starts_with("__clang_") ||
         function.name.starts_with("__cxx_global_array_dtor");
}

struct Step {
  std::string label;
  std::string pattern;
};

// "ns::Class::f(int)" by its scopes; template arguments are left out, as patterns may.
std::vector<Step> steps_by_name(const ProgramFunction& function) {
  std::vector<Step> steps;
  size_t start = 0;
  for (const std::string& scope : pattern_scopes(function.name)) {
    std::string label = scope.substr(std::min(start, scope.size()));
    if (!label.empty()) steps.push_back({label, scope});
    start = scope.size() + 2;
  }
  return steps;
}

std::vector<Step> steps_by_file(const ProgramFunction& function) {
  return {{*function.file, *function.file}, {function.name, function.name}};
}

void add(ListNode& node, const std::vector<Step>& steps, size_t level,
         const ProgramFunction& function) {
  node.function_count++;
  node.instruction_count += function.function->instructions;
  if (level == steps.size()) {
    node.place = fmt::format("{}:{}", std::filesystem::path(*function.file).filename().string(),
                             function.function->line);
    return;
  }
  ListNode& child = node.children[steps[level].label];
  child.pattern = steps[level].pattern;
  add(child, steps, level + 1, function);
}

// A namespace or class that holds a single one is shown on one line with it.
void render(const ListNode& node, const std::string& label, int indent, int depth,
            std::string& text) {
  std::string name = std::string(static_cast<size_t>(indent) * 2, ' ') + label;
  text += fmt::format("{:<56} {:>7} {:>10}  {}\n", name, format_count(node.function_count),
                      format_count(node.instruction_count), node.place);
  if (indent >= depth) return;
  for (const auto& [child_label, child] : node.children)
    render(child, child_label, indent + 1, depth, text);
}

}  // namespace

ListNode list_functions(const std::vector<const ProgramFunction*>& functions, ListBy by) {
  ListNode root;
  for (const ProgramFunction* function : functions) {
    if (is_system_header(*function) || is_made_by_compiler(*function)) continue;
    add(root, by == ListBy::Name ? steps_by_name(*function) : steps_by_file(*function), 0,
        *function);
  }
  return root;
}

std::string render_list(const ListNode& root, int depth) {
  std::string text = fmt::format("{:<56} {:>7} {:>10}\n", "", "functions", "IR size");
  for (const auto& [label, child] : root.children) render(child, label, 0, depth - 1, text);
  return text;
}

}  // namespace cutaway
