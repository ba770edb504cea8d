// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cli/inside_options.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/text.h"

namespace cutaway {
namespace {

void print_summary(const Variant& variant) {
  fmt::print(stderr, "cutaway: wove {} in {} of {} files\n",
             count_of(variant.function_count, "function"), variant.unit_count,
             variant.program_unit_count);
  constexpr size_t k_max_listed = 5;
  if (variant.without_bitcode.empty()) return;
  fmt::print(stderr, "cutaway: warning: {} without bitcode stay outside:\n",
             count_of(variant.without_bitcode.size(), "object"));
  for (size_t i = 0; i < variant.without_bitcode.size() && i < k_max_listed; ++i)
    fmt::print(stderr, "  {}\n", variant.without_bitcode[i]);
  if (variant.without_bitcode.size() > k_max_listed) fmt::print(stderr, "  ...\n");
}

}  // namespace

WeaveProgress terminal_progress() {
  if (::isatty(STDERR_FILENO) == 0) return {};
  return [](size_t done, size_t total) {
    fmt::print(stderr, "\rcutaway: wove {} of {} files\x1b[K{}", done, total,
               done == total ? "\r\x1b[K" : "");
  };
}

void add_inside_options(CLI::App& app, InsideOptions& options) {
  // One pattern an option: a list would swallow what follows.
  app.add_option(
         "--inside", options.plan.inside,
         "what is inside: ns::Class, ns::, function, file.cc, dir/**, globs; -pattern excludes")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
  app.add_flag("--with-bases", options.plan.with_bases, "base classes of these classes, too");
  app.add_flag("--whole-program", options.plan.is_whole_program,
               "everything that was built by cutaway-cc and cutaway-c++");
  app.add_option("--zoom-by", options.zoom, "how fine it can be zoomed later; default: class")
      ->check(CLI::IsMember({"class", "function", "none"}));
  app.add_option("--plan", options.files, "read the inside from a plan (JSON)")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
}

Result<Plan> plan_of(const InsideOptions& options) {
  Plan plan;
  for (const std::string& path : options.files) {
    CUTAWAY_ASSIGN(Plan file, read_plan(path));
    plan.inside.insert(plan.inside.end(), file.inside.begin(), file.inside.end());
    plan.with_bases = plan.with_bases || file.with_bases;
    plan.is_whole_program = plan.is_whole_program || file.is_whole_program;
    plan.zoom = file.zoom;
  }
  plan.inside.insert(plan.inside.end(), options.plan.inside.begin(), options.plan.inside.end());
  plan.with_bases = plan.with_bases || options.plan.with_bases;
  plan.is_whole_program = plan.is_whole_program || options.plan.is_whole_program;
  if (!options.zoom.empty()) plan.zoom = options.zoom;
  return plan;
}

Result<Variant> weave_for(const std::string& program, const Plan& plan, bool is_quiet) {
  const char* library_path = ::getenv("LD_LIBRARY_PATH");
  WeaveOptions options{program, library_path != nullptr ? library_path : "", plan, {}};
  if (!is_quiet) options.progress = terminal_progress();
  CUTAWAY_ASSIGN(Variant variant, weave_variant(options));
  if (!is_quiet && !variant.is_cached) print_summary(variant);
  return variant;
}

}  // namespace cutaway
