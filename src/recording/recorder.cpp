// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/recorder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/personality.h>
#include <unistd.h>

#include <chrono>
#include <optional>

#include "base/file.h"
#include "base/text.h"
#include "recording/elf_image.h"
#include "recording/install_paths.h"
#include "recording/raw_log.h"
#include "recording/recordable.h"

namespace cutaway {
namespace {

constexpr unsigned long k_fixed_layout = ADDR_NO_RANDOMIZE;

std::string variable(const char* name) {
  const char* value = ::getenv(name);
  return value != nullptr ? value : "";
}

bool exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

std::string raw_log_of(const std::string& output) { return output + ".raw"; }
// What only the tool knows of the run stands beside the raw log until both are packed.
std::string info_of(const std::string& raw_log) { return raw_log + ".json"; }

std::string default_output(const std::string& program) {
  std::string stem = program.substr(program.rfind('/') + 1);
  std::string name = stem + ".cut";
  for (int i = 2; exists(name) || exists(raw_log_of(name)); ++i)
    name = fmt::format("{}.{}.cut", stem, i);
  return name;
}

Status check_output(const RecordOptions& options, const std::string& output) {
  if (exists(output) && !options.may_replace) return output_exists(output);
  std::string raw = raw_log_of(output);
  if (!exists(raw)) return Ok{};
  if (!options.may_replace) {
    return user_fault(
        raw, "raw log of an earlier run that was not packed",
        fmt::format("cutaway record --finish {} -o {}, or add --force to drop it", raw, output));
  }
  ::unlink(raw.c_str());
  return Ok{};
}

std::string runtime_options(const RecordOptions& options) {
  std::vector<std::string> parts;
  if (options.verify) parts.push_back("verify=1");
  if (options.max_size != 0) parts.push_back(fmt::format("max_size={}", options.max_size));
  if (options.max_events != 0) parts.push_back(fmt::format("max_events={}", options.max_events));
  if (!options.keeps_randomization) parts.push_back("fixed_layout=1");
  return join(parts, ",");
}

std::string library_path(const RecordOptions& options) {
  std::string users_path = variable("LD_LIBRARY_PATH");
  if (options.library_folder.empty()) return users_path;
  return users_path.empty() ? options.library_folder : options.library_folder + ":" + users_path;
}

Result<Environment> recording_environment(const RecordOptions& options, const std::string& original,
                                          const std::string& raw_log) {
  CUTAWAY_ASSIGN(std::string library, find_library("libcutaway_record.so"));
  CUTAWAY_ASSIGN(std::string preload, preload_list({library}));
  std::string users_preload = variable("LD_PRELOAD");
  Environment environment = {{"CUTAWAY_LOG", raw_log},
                             {"CUTAWAY_OPTIONS", runtime_options(options)},
                             {"CUTAWAY_PRELOAD", std::nullopt},
                             {"LD_PRELOAD", preload}};
  if (!users_preload.empty()) {
    environment[2].second = users_preload;
    environment[3].second = preload + ":" + users_preload;
  }
  if (!options.library_folder.empty()) {
    environment.emplace_back("LD_LIBRARY_PATH", library_path(options));
    environment.emplace_back("CUTAWAY_LIBRARY_PATH", variable("LD_LIBRARY_PATH"));
  }
  if (!options.program.empty()) environment.emplace_back("CUTAWAY_PROGRAM", real_path(original));
  return environment;
}

Status write_info(const std::string& path, const RunInfo& info) {
  return write_file(path, to_json_text(info));
}

Result<RunInfo> describe_run(const RecordOptions& options, const std::string& program) {
  CUTAWAY_ASSIGN(ElfImage image, ElfImage::open(program));
  CUTAWAY_TRY(check_loadable(image));
  const char* asan_options = ::getenv("ASAN_OPTIONS");
  CUTAWAY_TRY(check_asan_options(image, asan_options != nullptr ? asan_options : ""));
  RunInfo info;
  info.library_path = library_path(options);
  CUTAWAY_ASSIGN(ProgramFacts facts, find_woven_parts(image, info.library_path));
  if (!options.loads_woven_code_later) CUTAWAY_TRY(check_woven(image, facts));
  info.tool_version = CUTAWAY_VERSION;
  info.arguments = options.command;
  info.directory = current_directory();
  info.program = real_path(program);
  info.program_build_id = to_hex(image.build_id());
  info.plan = options.plan.empty() ? facts.plan : options.plan;
  info.machine = describe_machine();
  info.started_at = describe_now();
  return info;
}

Result<PackSummary> pack_to(const std::string& raw_log, const std::string& output,
                            const RunInfo& info, const RecordOptions& options) {
  CUTAWAY_ASSIGN(AtomicFile file, AtomicFile::create(output, options.may_replace));
  CUTAWAY_ASSIGN(PackSummary summary, pack(raw_log, info, file.fd(), output, options.progress));
  CUTAWAY_TRY(file.commit());
  return summary;
}

// Packs and removes the raw log. If packing fails the log stays, and the hint says how to go on.
Result<RecordOutcome> pack_and_clean(const std::string& raw_log, const std::string& output,
                                     const RunInfo& info, const RecordOptions& options) {
  auto summary = pack_to(raw_log, output, info, options);
  if (!summary) {
    Error error = summary.error();
    error.hint = fmt::format("the raw log is kept: cutaway record --finish {} -o elsewhere.cut",
                             shell_quote({raw_log}));
    return error;
  }
  RecordOutcome outcome;
  outcome.has_recording = true;
  outcome.output = output;
  outcome.summary = std::move(*summary);
  if (options.keeps_raw_log) {
    outcome.raw_log = raw_log;
  } else {
    ::unlink(raw_log.c_str());
    ::unlink(info_of(raw_log).c_str());
  }
  return outcome;
}

}  // namespace

Result<RecordOutcome> record(const RecordOptions& options) {
  CUTAWAY_ASSIGN(std::string original, find_program(options.command.at(0)));
  std::string program = options.program.empty() ? original : options.program;
  CUTAWAY_ASSIGN(RunInfo info, describe_run(options, program));
  std::string output = options.output.empty() ? default_output(original) : options.output;
  CUTAWAY_TRY(check_output(options, output));
  // The program may change its folder before the recorder looks: absolute path.
  std::string raw_log =
      raw_log_of(output.starts_with("/") ? output : info.directory + "/" + output);
  CUTAWAY_ASSIGN(Environment environment, recording_environment(options, original, raw_log));
  CUTAWAY_TRY(write_info(info_of(raw_log), info));

  auto start = std::chrono::steady_clock::now();
  auto child = start_process(program, options.command,
                             {environment, options.keeps_randomization ? 0 : k_fixed_layout});
  if (!child) {
    ::unlink(info_of(raw_log).c_str());
    return child.error();
  }
  SignalsPassedTo signals(*child);
  std::optional<CrossingMonitor> monitor;
  monitor.emplace(raw_log, *child, options.warn);
  ProcessEnd end = wait_for_process(*child, options.kill_after_ms);
  monitor.reset();
  info.duration_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  info.has_ended = true;
  info.exit_status = end.exit_status;
  info.signal = end.signal;
  if (!exists(raw_log)) {
    ::unlink(info_of(raw_log).c_str());
    return RecordOutcome{end, false, {}, {}, {}};
  }
  CUTAWAY_TRY(write_info(info_of(raw_log), info));
  CUTAWAY_ASSIGN(RecordOutcome outcome, pack_and_clean(raw_log, output, info, options));
  outcome.end = end;
  return outcome;
}

Result<RecordOutcome> finish_recording(const std::string& raw_log, const RecordOptions& options) {
  std::string output = options.output;
  if (output.empty()) {
    if (!raw_log.ends_with(".raw")) {
      return Error{ErrorCode::Usage, raw_log, "name the recording to write with -o", ""};
    }
    output = raw_log.substr(0, raw_log.size() - 4);
  }
  RunInfo info;
  info.tool_version = CUTAWAY_VERSION;
  if (auto text = read_file(info_of(raw_log))) {
    CUTAWAY_ASSIGN(info, parse_run_info(*text));
  }
  if (exists(output) && !options.may_replace) return output_exists(output);
  CUTAWAY_TRY(RawLogReader::open(raw_log));
  CUTAWAY_ASSIGN(RecordOutcome outcome, pack_and_clean(raw_log, output, info, options));
  outcome.end.exit_status = 0;
  return outcome;
}

}  // namespace cutaway
