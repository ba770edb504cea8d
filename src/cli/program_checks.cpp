// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>
#include <stdlib.h>

#include "base/process.h"
#include "base/text.h"
#include "cli/checks.h"
#include "recording/recordable.h"
#include "weave/program.h"

namespace cutaway {
namespace {

Check from_status(std::string name, const Status& status, std::string finding) {
  if (status) return {std::move(name), CheckState::Good, std::move(finding), {}};
  return {std::move(name), CheckState::Bad, status.error().message, status.error().hint};
}

Check check_build_id(const ElfImage& image) {
  if (!image.build_id().empty())
    return {"build id", CheckState::Good, to_hex(image.build_id()), {}};
  return {"build id", CheckState::Warning, "none: a replay cannot tell whether the program changed",
          "link with -Wl,--build-id"};
}

Check check_debug_info(const ElfImage& image) {
  if (image.has_debug_info()) return {"debug info", CheckState::Good, "present", {}};
  return {"debug info", CheckState::Warning,
          "none: reports have no lines and no names of arguments", "compile with -g"};
}

// A program whose cut is chosen when it is recorded.
std::vector<Check> check_kept_modules(const std::vector<KeptModule>& modules) {
  std::vector<Check> checks;
  for (const KeptModule& module : modules) {
    size_t kept = 0;
    for (const StoredName& unit : module.marks.units) kept += read_unit(unit) ? 1 : 0;
    bool is_whole = kept == module.marks.units.size() && module.marks.lost.empty();
    checks.push_back({"bitcode", is_whole ? CheckState::Good : CheckState::Warning,
                      fmt::format("{}: {} of {} files", module.path, kept,
                                  module.marks.units.size() + module.marks.lost.size()),
                      is_whole ? "" : "what lacks bitcode stays outside: build it again"});
  }
  return checks;
}

std::vector<Check> check_woven_parts(const ElfImage& image) {
  const char* variable = ::getenv("LD_LIBRARY_PATH");
  std::string library_path = variable != nullptr ? variable : "";
  auto facts = find_woven_parts(image, library_path);
  if (!facts) return {{"libraries", CheckState::Bad, facts.error().message, facts.error().hint}};
  if (auto modules = find_kept_modules(image.path(), library_path); modules && facts->woven.empty())
    return check_kept_modules(*modules);
  std::vector<Check> checks;
  Check woven = from_status(
      "woven", check_woven(image, *facts),
      fmt::format("{}, patterns: {}", count_of(facts->function_count, "inside function"),
                  join(facts->plan, ", ")));
  checks.push_back(std::move(woven));
  for (const WovenFile& file : facts->woven) {
    checks.push_back(
        {"woven file",
         CheckState::Good,
         fmt::format("{}: {}", file.path, count_of(file.tables.function_count, "inside function")),
         {}});
  }
  return checks;
}

}  // namespace

std::vector<Check> check_program(const std::string& name) {
  auto path = find_program(name);
  if (!path) return {{"program", CheckState::Bad, to_text(path.error()), path.error().hint}};
  auto image = ElfImage::open(*path);
  if (!image) return {{"program", CheckState::Bad, to_text(image.error()), image.error().hint}};
  std::vector<Check> checks = {
      {"program", CheckState::Good, *path + ": 64-bit ELF for x86-64", {}}};
  checks.push_back(
      from_status("position", check_loadable(*image), "dynamic and position independent"));
  if (checks.back().state == CheckState::Good) {
    for (Check& check : check_woven_parts(*image)) checks.push_back(std::move(check));
  }
  checks.push_back(check_build_id(*image));
  checks.push_back(check_debug_info(*image));
  return checks;
}

}  // namespace cutaway
