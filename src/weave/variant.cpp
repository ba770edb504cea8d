// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "weave/variant.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "base/file.h"
#include "base/text.h"
#include "driver/stored_file.h"
#include "weave/program.h"
#include "weave/relink.h"
#include "weave/selection.h"

namespace cutaway {
namespace {

namespace fs = std::filesystem;

// The variant's folder holds the program, woven libraries and the patterns.
constexpr const char* k_libraries = "lib";
constexpr const char* k_patterns = "patterns.txt";

std::string describe_modules(const std::vector<KeptModule>& modules) {
  std::string text;
  for (const KeptModule& module : modules) {
    text += real_path(module.path) + "\n";
    for (const StoredName& unit : module.marks.units) text += unit.hash + "\n";
    if (module.marks.link) text += module.marks.link->hash + "\n";
  }
  return text;
}

// Same for equal programs, plans and versions of cutaway.
Result<std::string> variant_folder(const std::string& cache, const std::vector<KeptModule>& modules,
                                   const Plan& plan) {
  CUTAWAY_ASSIGN(UnitCompiler compiler, UnitCompiler::create("", ""));
  std::string key =
      driver::hash_of(describe_modules(modules) + to_json_text(plan) + compiler.fingerprint() +
                      (weave_way() == WeaveWay::whole ? "whole" : ""));
  return cache + "/variants/" + key;
}

Result<Variant> describe_variant(const std::string& folder, const std::string& program) {
  Variant variant;
  std::string woven = folder + "/" + fs::path(program).filename().string();
  variant.program = is_file(woven) ? woven : program;
  std::error_code error;
  if (fs::is_directory(folder + "/" + k_libraries, error))
    variant.library_folder = folder + "/" + k_libraries;
  CUTAWAY_ASSIGN(std::string patterns, read_file(folder + "/" + k_patterns));
  variant.patterns = split(patterns, '\n');
  return variant;
}

Status make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (!error) return Ok{};
  return user_fault(path, "the cache cannot be written: " + error.message(),
                    "set CUTAWAY_CACHE to a folder of yours");
}

// The units to weave of one module, and how to link it.
struct ModuleWork {
  const KeptModule* module;
  std::vector<UnitJob> woven;
  Relinker relinker;

  std::vector<UnitJob> jobs() const {
    std::vector<UnitJob> all = woven;
    for (const Unit* unit : relinker.missing_units()) {
      auto is_same = [&](const UnitJob& job) { return job.unit == unit; };
      if (std::ranges::none_of(woven, is_same)) all.push_back({unit, {}, 0});
    }
    return all;
  }
};

Result<std::vector<ModuleWork>> plan_work(const std::vector<KeptModule>& modules,
                                          const ProgramIndex& program, const Selection& selection) {
  std::vector<ModuleWork> work;
  for (uint32_t number = 0; number < modules.size(); ++number) {
    std::vector<const Unit*> all;
    for (uint32_t unit = 0; unit < program.units().size(); ++unit)
      if (program.module_of(unit) == number) all.push_back(&program.units()[unit]);
    std::vector<UnitJob> woven;
    for (const SelectedUnit& each : selection.units)
      if (program.module_of(each.unit) == number)
        woven.push_back({&program.units()[each.unit], each.patterns, each.instruction_count});
    if (woven.empty()) continue;
    CUTAWAY_ASSIGN(Relinker relinker, Relinker::create(modules[number], std::move(all)));
    if (weave_way() != WeaveWay::whole)
      for (UnitJob& job : woven)
        job.user_object =
            find_user_object(relinker.file_with_object(job.unit->name.hash), *job.unit);
    work.push_back({&modules[number], std::move(woven), std::move(relinker)});
  }
  return work;
}

Status link_all(const std::vector<ModuleWork>& work, const UnitCompiler& compiler,
                const std::string& program, const std::string& folder) {
  CUTAWAY_ASSIGN(TempDir temporary, TempDir::create());
  for (const ModuleWork& part : work) {
    UnitObjects objects;
    for (const UnitJob& job : part.jobs()) objects[job.unit->name.hash] = compiler.object_of(job);
    std::string name = fs::path(part.module->path).filename().string();
    bool is_program = part.module->path == program;
    std::string target = is_program ? folder : folder + "/" + k_libraries;
    CUTAWAY_TRY(make_folder(target));
    CUTAWAY_TRY(part.relinker.link(objects, target + "/" + name, temporary.path()));
  }
  return Ok{};
}

Result<Variant> weave_new(const WeaveOptions& options, const std::vector<KeptModule>& modules,
                          const std::string& cache, const std::string& folder) {
  CUTAWAY_ASSIGN(ProgramIndex program, ProgramIndex::read(modules));
  CUTAWAY_ASSIGN(Selection selection, select(program, options.plan));
  CUTAWAY_ASSIGN(std::vector<ModuleWork> work, plan_work(modules, program, selection));
  CUTAWAY_ASSIGN(UnitCompiler compiler,
                 UnitCompiler::create(cache + "/objects", options.plan.zoom));
  std::vector<UnitJob> jobs;
  std::vector<std::string> without_bitcode = program.lost();
  for (const ModuleWork& part : work) {
    for (UnitJob& job : part.jobs()) jobs.push_back(std::move(job));
    for (const std::string& path : part.relinker.foreign_inputs()) without_bitcode.push_back(path);
  }
  CUTAWAY_TRY(make_folder(cache + "/objects"));
  CUTAWAY_TRY(compiler.compile(jobs, options.progress));

  // Made beside its place and moved there whole: two tools may weave the same at once.
  std::string temporary = fmt::format("{}.{}", folder, ::getpid());
  CUTAWAY_TRY(make_folder(temporary));
  Status linked = link_all(work, compiler, options.program, temporary);
  if (linked) linked = write_file(temporary + "/" + k_patterns, join(selection.patterns, "\n"));
  std::error_code error;
  if (!linked) {
    fs::remove_all(temporary, error);
    return linked.error();
  }
  fs::rename(temporary, folder, error);
  if (error) fs::remove_all(temporary, error);
  CUTAWAY_ASSIGN(Variant variant, describe_variant(folder, options.program));
  variant.function_count = selection.function_count;
  variant.unit_count = selection.units.size();
  variant.program_unit_count = program.units().size();
  variant.without_bitcode = std::move(without_bitcode);
  return variant;
}

}  // namespace

Result<Variant> weave_variant(const WeaveOptions& options) {
  CUTAWAY_ASSIGN(std::vector<KeptModule> modules,
                 find_kept_modules(options.program, options.library_path));
  CUTAWAY_ASSIGN(std::string cache, cache_folder());
  CUTAWAY_ASSIGN(std::string folder, variant_folder(cache, modules, options.plan));
  std::error_code error;
  if (fs::is_directory(folder, error)) {
    CUTAWAY_ASSIGN(Variant variant, describe_variant(folder, options.program));
    variant.is_cached = true;
    return variant;
  }
  return weave_new(options, modules, cache, folder);
}

}  // namespace cutaway
