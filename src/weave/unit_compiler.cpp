// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The unit is compiled from its bitcode with the options it was first compiled with, so that it
// gets the same code, less those that only the front end reads or that would write files of the
// user's.
#include "weave/unit_compiler.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <string_view>
#include <thread>

#include "abi/store.h"
#include "abi/weave.h"
#include "base/file.h"
#include "base/process.h"
#include "base/text.h"
#include "driver/command_line.h"
#include "driver/invocation.h"
#include "driver/stored_file.h"
#include "recording/install_paths.h"

namespace cutaway {
namespace {

namespace fs = std::filesystem;

// With a value of their own or joined to it.
constexpr auto k_dropped_prefixes = std::to_array<std::string_view>({"-I",
                                                                     "-D",
                                                                     "-U",
                                                                     "-L",
                                                                     "-l",
                                                                     "-W",
                                                                     "-o",
                                                                     "-i",
                                                                     "-M",
                                                                     "-X",
                                                                     "-flto",
                                                                     "-save-temps",
                                                                     "--save-temps",
                                                                     "-fprofile",
                                                                     "-fcoverage",
                                                                     "-ftest-coverage",
                                                                     "-ftime-trace",
                                                                     "-fplugin",
                                                                     "-fpass-plugin",
                                                                     "-gsplit-dwarf",
                                                                     "-fmodule",
                                                                     "-fimplicit-module",
                                                                     "-serialize-diagnostics",
                                                                     "--serialize-diagnostics"});
constexpr auto k_dropped = std::to_array<std::string_view>(
    {"-c", "-x", "-T", "-u", "-z", "-e", "-r", "-shared", "-static", "-static-pie", "-pie",
     "-no-pie", "-rdynamic", "--coverage", "-pedantic-errors", "-s"});

bool is_dropped(const driver::Word& word) {
  if (word.is_input) return true;
  std::string_view option = word.option();
  return std::ranges::find(k_dropped, option) != k_dropped.end() ||
         std::ranges::any_of(k_dropped_prefixes,
                             [&](std::string_view prefix) { return option.starts_with(prefix); });
}

Status run_for(const UnitJob& job, const std::vector<std::string>& command,
               const Environment& environment) {
  CUTAWAY_ASSIGN(ProcessOutput output,
                 run_and_capture(command, environment, 0, job.unit->directory));
  if (output.end.signal == 0 && output.end.exit_status == 0) return Ok{};
  return user_fault(job.unit->source, fmt::format("cannot be woven: this command failed:\n{}\n{}",
                                                  shell_quote(command), output.text));
}

struct SizedJob {
  const UnitJob* job;
  uint64_t work;
};

// What compiling takes, in instructions: those of long functions take longer, those of the inside
// are there four times more.
uint64_t work_of(const UnitJob& job) {
  constexpr uint64_t k_long_function = 2'000, k_flavours = 4;
  uint64_t instructions = 1, work = 0;
  for (const UnitFunction& function : job.unit->functions) {
    instructions += function.instructions;
    work += function.instructions * (k_long_function + function.instructions) / k_long_function;
  }
  uint64_t inside_work = work * k_flavours * job.inside_instructions / instructions;
  if (!job.user_object) return work + inside_work;
  auto record = read_code_record(job.user_object->code_record);
  if (!record) return work + inside_work;
  uint64_t affected = estimate_affected(*job.unit, job.patterns, *record);
  return work * affected / instructions + inside_work;
}

// The file in which the plugin says what has to be changed in the user's object.
std::string changes_beside(const std::string& object) { return object + ".changes"; }

// What the plugin is told of AddressSanitizer; nothing, if the unit does without.
std::optional<std::string> asan_setting(const UnitJob& job) {
  driver::CommandLine line = driver::parse_command_line(job.unit->arguments);
  if (!job.is_woven() || line.asan_option.empty()) return std::nullopt;
  return driver::asan_setting(line);
}

// A compiler allocates millions of small blocks and ends soon: glibc's malloc takes a tenth of its
// time, and half of that goes into joining free blocks and giving them back to the system.
constexpr const char* k_malloc_variable = "GLIBC_TUNABLES";
constexpr const char* k_malloc_setting =
    "glibc.malloc.tcache_count=20000:glibc.malloc.top_pad=67108864:"
    "glibc.malloc.trim_threshold=1000000000:glibc.malloc.mmap_threshold=1000000000";

// Below this much work a second process costs more than it saves.
constexpr uint64_t k_worth_parts = 15'000;

}  // namespace

WeaveWay weave_way() {
  const char* text = std::getenv("CUTAWAY_WEAVE");
  std::string_view way = text != nullptr ? text : "";
  if (way == "whole") return WeaveWay::whole;
  return way == "affected" ? WeaveWay::affected_or_fail : WeaveWay::affected;
}

Result<UnitCompiler> UnitCompiler::create(const std::string& cache, const std::string& zoom) {
  UnitCompiler compiler;
  compiler.zoom_ = zoom;
  compiler.cache_ = cache;
  compiler.plugin_ = library_folder() + "/cutaway_pass.so";
  CUTAWAY_ASSIGN(std::string plugin, read_file(compiler.plugin_));
  compiler.fingerprint_ =
      driver::hash_of(fmt::format("{}\n{}\n{}", CUTAWAY_VERSION, driver::hash_of(plugin), zoom));
  return compiler;
}

std::string UnitCompiler::object_of(const UnitJob& job) const {
  std::string name = job.unit->name.hash;
  if (job.is_woven()) name = driver::hash_of(name + fingerprint_ + "\n" + join(job.patterns, "\n"));
  if (job.user_object) name = driver::hash_of(name + job.user_object->code_record.hash);
  return driver::stored_path(cache_, name) + ".o";
}

Result<std::vector<std::string>> UnitCompiler::command_for(const UnitJob& job,
                                                           const std::string& bitcode,
                                                           const std::string& object) const {
  const Unit& unit = *job.unit;
  driver::CommandLine line = driver::parse_command_line(unit.arguments);
  if (job.is_woven() && !line.sanitizer_option.empty()) {
    return user_fault(
        unit.source,
        line.sanitizer_option + ": its runtime needs the addresses that the recorder needs",
        "build without " + line.sanitizer_option + ", or leave this file outside");
  }
  if (job.is_woven() && !line.asan_option.empty() && !line.asan_layout_option.empty()) {
    return user_fault(unit.source,
                      line.asan_layout_option + ": its checks are not those that can be recorded",
                      "build without " + line.asan_layout_option + ", or leave this file outside");
  }
  std::vector<std::string> command;
  try {
    command = driver::find_clang(unit.driver == "c++");
  } catch (const driver::UsageError& error) {
    return user_fault("", error.what, error.hint);
  }
  for (const driver::Word& word : driver::split_words(unit.arguments)) {
    if (!is_dropped(word))
      command.insert(command.end(), word.arguments.begin(), word.arguments.end());
  }
  command.insert(command.end(), {"-w", "-Qunused-arguments"});
  if (job.is_woven()) {
    if (!line.asan_option.empty())
      command.push_back("-fno-sanitize=address");  // the plugin does it
    command.push_back("-fpass-plugin=" + plugin_);
    // Tracking variables by instructions takes a third of the time in long functions.
    command.insert(command.end(), {"-mllvm", "-experimental-debug-variable-locations=false"});
  }
  command.insert(command.end(), {"-c", "-x", "ir", bitcode, "-o", object});
  return command;
}

struct UnitCompiler::Work {
  const UnitJob& job;
  std::string bitcode;
  std::string object;
  bool is_in_parts = false;
  std::optional<std::string> description = std::nullopt;  // of the user's object, a file
};

Status UnitCompiler::compile_part(const Work& work, const char* part,
                                  const std::string& object) const {
  const UnitJob& job = work.job;
  CUTAWAY_ASSIGN(std::vector<std::string> command, command_for(job, work.bitcode, object));
  Environment environment = {{CUTAWAY_ENV_KEEP_STORE, std::nullopt},
                             {CUTAWAY_ENV_PLAN_INSIDE, join(job.patterns, "\n")},
                             {CUTAWAY_ENV_PLAN_ZOOM, zoom_},
                             {CUTAWAY_ENV_PLAN_VARIANT, "1"},
                             {CUTAWAY_ENV_PLAN_PART, part},
                             {CUTAWAY_ENV_PLAN_ASAN, asan_setting(job)},
                             {CUTAWAY_ENV_PLAN_OBJECT, work.description},
                             {CUTAWAY_ENV_PLAN_CHANGES, changes_beside(object)}};
  if (std::getenv(k_malloc_variable) == nullptr)  // else the user has one of theirs
    environment.emplace_back(k_malloc_variable, k_malloc_setting);
  return run_for(job, command, environment);
}

Status UnitCompiler::compile_in_parts(const Work& work) const {
  std::string first = work.object + ".first", second = work.object + ".second";
  Status of_second = Ok{};
  std::thread other([&] { of_second = compile_part(work, "second", second); });
  Status of_first = compile_part(work, "first", first);
  other.join();
  CUTAWAY_TRY(of_first);
  CUTAWAY_TRY(of_second);
  CUTAWAY_TRY(run_for(work.job, {"ld", "-r", first, second, "-o", work.object}, {}));
  ::unlink(first.c_str());
  ::unlink(second.c_str());
  if (work.description)
    CUTAWAY_TRY(
        move_file(changes_beside(first), changes_beside(work.object), /*may_replace=*/true));
  std::string shared = "*" CUTAWAY_PART_SUFFIX "*";
  return run_for(work.job, {"objcopy", "--wildcard", "--localize-symbol=" + shared, work.object},
                 {});
}

Status UnitCompiler::compile_unit(Work& work) const {
  CUTAWAY_ASSIGN(std::string content, read_bitcode(work.job.unit->name));
  CUTAWAY_TRY(write_file(work.bitcode, content));
  Status affected = work.job.user_object ? compile_affected(work) : Status(Ok{});
  if (!affected && weave_way() == WeaveWay::affected_or_fail) return affected;
  // What cannot be joined, for whatever reason, is compiled as a whole.
  if (!work.job.user_object || !affected) {
    work.description.reset();
    CUTAWAY_TRY(work.is_in_parts ? compile_in_parts(work) : compile_part(work, "", work.object));
  }
  ::unlink(work.bitcode.c_str());
  return Ok{};
}

Status UnitCompiler::compile_affected(Work& work) const {
  std::string user_object = work.object + ".original";
  CUTAWAY_ASSIGN(std::string text, describe_user_object(*work.job.user_object, user_object));
  work.description = work.object + ".code";
  CUTAWAY_TRY(write_file(*work.description, text));
  CUTAWAY_TRY(work.is_in_parts ? compile_in_parts(work) : compile_part(work, "", work.object));
  CUTAWAY_ASSIGN(std::string said, read_file(changes_beside(work.object)));
  CUTAWAY_ASSIGN(ObjectChanges changes, parse_changes(said, work.object));
  if (!changes.is_whole) CUTAWAY_TRY(join_user_object(changes, user_object, work.object));
  ::unlink(user_object.c_str());
  ::unlink(work.description->c_str());
  return Ok{};
}

Status UnitCompiler::compile(const std::vector<UnitJob>& jobs,
                             const WeaveProgress& progress) const {
  std::vector<SizedJob> missing;
  uint64_t total_work = 0;
  for (const UnitJob& job : jobs) {
    if (is_file(object_of(job))) continue;
    missing.push_back({&job, work_of(job)});
    total_work += missing.back().work;
  }
  if (missing.empty()) return Ok{};
  std::ranges::sort(missing, std::ranges::greater{}, &SizedJob::work);
  CUTAWAY_ASSIGN(TempDir folder, TempDir::create());
  const size_t processors = std::max(1u, std::thread::hardware_concurrency());
  const bool has_joiners = find_program("ld") && find_program("objcopy");

  // Whether another processor would be idle at the end while one is busy with this.
  auto is_worth_parts = [&](const SizedJob& sized) {
    return has_joiners && processors > 1 && sized.job->is_woven() && sized.work >= k_worth_parts &&
           !asan_setting(*sized.job) && sized.work * processors > total_work + total_work / 4;
  };
  auto compile_one = [&](const SizedJob& sized, size_t number) -> Status {
    const UnitJob& job = *sized.job;
    Work work{job, fmt::format("{}/{}.bc", folder.path(), number),
              fmt::format("{}/{}.o", folder.path(), number), is_worth_parts(sized)};
    CUTAWAY_TRY(compile_unit(work));
    CUTAWAY_ASSIGN(std::string bytes, read_file(work.object));
    if (auto changes = read_file(changes_beside(work.object)); changes && work.description)
      driver::write_stored(changes_beside(object_of(job)), *changes);
    if (!driver::write_stored(object_of(job), bytes)) {
      return user_fault(cache_, fmt::format("the cache cannot be written: {}", strerror(errno)),
                        "set CUTAWAY_CACHE to a folder of yours");
    }
    ::unlink(work.object.c_str());
    return Ok{};
  };

  std::atomic<size_t> next = 0;
  std::mutex mutex;
  size_t done = 0;
  std::optional<Error> first_error;
  auto work = [&] {
    for (size_t i = next++; i < missing.size(); i = next++) {
      Status status = compile_one(missing[i], i);
      std::lock_guard lock(mutex);
      if (!status && !first_error) first_error = status.error();
      if (first_error) return;
      if (progress) progress(++done, missing.size());
    }
  };
  std::vector<std::thread> threads;
  for (size_t i = 1; i < std::min(missing.size(), processors); ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  if (first_error) return *first_error;
  return Ok{};
}

}  // namespace cutaway
