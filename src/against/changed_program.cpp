// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "against/changed_program.h"

#include <stdlib.h>

#include <algorithm>
#include <filesystem>

#include "base/file.h"
#include "base/text.h"
#include "recording/elf_image.h"
#include "weave/program.h"
#include "weave/selection.h"
#include "weave/store.h"

namespace cutaway {
namespace {

namespace fs = std::filesystem;

Result<std::string> locate(const std::string& name, const RunInfo& recorded) {
  std::error_code error;
  if (is_file(name)) return name;
  if (!fs::is_directory(name, error)) return user_fault(name, "there is no such program");
  std::string own = fs::path(recorded.program).filename().string();
  std::string path = (fs::path(name) / own).string();
  if (is_file(path)) return path;
  return user_fault(name, "has no program of the name " + own, "name the program itself");
}

// What the user has, and what was set when it was recorded, without folders of woven libraries.
std::string users_library_path(const RunInfo& recorded) {
  const char* set = ::getenv("LD_LIBRARY_PATH");
  if (set != nullptr && *set != 0) return set;
  auto cache = cache_folder();
  std::vector<std::string> kept;
  for (const std::string& folder : split(recorded.library_path, ':'))
    if (!folder.empty() && (!cache || !folder.starts_with(*cache))) kept.push_back(folder);
  return join(kept, ":");
}

// Patterns of the plan that still match something; exclusions stay.
Result<Plan> plan_for(const std::string& program, const std::string& library_path,
                      const RunInfo& recorded) {
  CUTAWAY_ASSIGN(auto modules, find_kept_modules(program, library_path));
  CUTAWAY_ASSIGN(ProgramIndex index, ProgramIndex::read(modules));
  Plan plan;
  bool has_any = false;
  for (const std::string& pattern : recorded.plan) {
    bool excludes = pattern.starts_with("-");
    bool matches = !find_functions(index, {excludes ? pattern.substr(1) : pattern}).empty();
    if (!matches) continue;
    plan.inside.push_back(pattern);
    has_any |= !excludes;
  }
  if (!has_any) plan.inside.clear();
  return plan;
}

}  // namespace

Result<ChangedProgram> weave_changed(const std::string& name, const RunInfo& recorded,
                                     const WeaveProgress& progress) {
  ChangedProgram program;
  CUTAWAY_ASSIGN(program.path, locate(name, recorded));
  program.path = real_path(program.path);
  program.library_path = users_library_path(recorded);
  CUTAWAY_ASSIGN(ElfImage image, ElfImage::open(program.path));
  if (image.woven()) {
    program.woven = program.path;
  } else {
    CUTAWAY_ASSIGN(Plan plan, plan_for(program.path, program.library_path, recorded));
    if (plan.is_empty()) return program;
    CUTAWAY_ASSIGN(Variant variant,
                   weave_variant({program.path, program.library_path, plan, progress}));
    program.woven = real_path(variant.program);
    if (!variant.library_folder.empty()) {
      program.library_path = program.library_path.empty()
                                 ? variant.library_folder
                                 : variant.library_folder + ":" + program.library_path;
    }
  }
  CUTAWAY_ASSIGN(ElfImage woven, ElfImage::open(program.woven));
  CUTAWAY_ASSIGN(program.libraries, list_libraries(woven, program.library_path));
  return program;
}

}  // namespace cutaway
