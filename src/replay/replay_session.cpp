// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "replay/replay_session.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/personality.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "base/text.h"
#include "recording/elf_image.h"
#include "recording/install_paths.h"

namespace cutaway {
namespace {

constexpr int k_valgrind_errors = 99;

// In the signal handler, when the inside fails: shows the frame that failed.
constexpr const char* k_stop_at_failure = R"(break cutaway_replay_failed
commands
python
frame = gdb.newest_frame()
while frame and frame.type() != gdb.SIGTRAMP_FRAME: frame = frame.older()
if frame and frame.older(): frame.older().select(); gdb.execute("frame")
end
end
)";

// From the first instruction of a flavour to the place where gdb would break by its name. In code
// that is not optimised, whose arguments have one location each, they can be read only there. Last
// in the script, because a gdb without Python stops at it.
constexpr const char* k_skip_prologue = R"(python
block = gdb.selected_frame().block()
while block.function is None: block = block.superblock
arguments = [s.name for s in block if s.is_argument]
places = [gdb.execute("info address " + name, to_string=True) for name in arguments]
lines = gdb.selected_frame().find_sal().symtab.linetable()
later = [l.pc for l in lines if block.start < l.pc < block.end and l.line > 0]
is_optimised = any("multi-location" in place for place in places)
if arguments and later and not is_optimised: gdb.execute("tbreak *%d" % min(later), to_string=True); gdb.execute("continue")
end
)";

Status check_build(const std::string& path, const ElfImage& image, const Module& recorded) {
  if (recorded.build_id.empty() || image.build_id() == recorded.build_id) return Ok{};
  std::string actual = image.build_id().empty() ? "none" : to_hex(image.build_id());
  return user_fault(
      path,
      fmt::format("recording of another build: the file has build id {}, the recording {}", actual,
                  to_hex(recorded.build_id)),
      "check out and build the recorded version, or record again");
}

Result<ElfImage> open_recorded(const std::string& path, const Module& recorded) {
  auto image = ElfImage::open(path);
  if (!image) {
    Error error = image.error();
    error.hint = "build it again, or name it with `--program path`";
    return error;
  }
  CUTAWAY_TRY(check_build(path, *image, recorded));
  return image;
}

bool is_same_file(const std::string& a, const std::string& b) {
  return real_path(a) == real_path(b);
}

// Woven modules that the loader does not load with the program: they came by dlopen or LD_PRELOAD.
Result<std::vector<std::string>> find_late_modules(const std::vector<Module>& modules,
                                                   const ElfImage& program,
                                                   const std::string& library_path) {
  CUTAWAY_ASSIGN(std::vector<std::string> early, list_libraries(program, library_path));
  std::vector<std::string> late;
  for (size_t i = 1; i < modules.size(); ++i) {
    const Module& module = modules[i];
    if (!module.is_woven) continue;
    CUTAWAY_TRY(open_recorded(module.path, module));
    bool is_early = std::any_of(early.begin(), early.end(), [&](const std::string& path) {
      return is_same_file(path, module.path);
    });
    if (!is_early && std::find(late.begin(), late.end(), module.path) == late.end())
      late.push_back(module.path);
  }
  return late;
}

std::string runtime_options(const PreparedReplay& replay, const RunInfo& info,
                            const ReplayOptions& options) {
  std::string text = fmt::format("report_fd={},sandbox={}", replay.report_writes.get(),
                                 options.is_sandboxed ? 1 : 0);
  if (options.until != 0) text += fmt::format(",until={}", options.until);
  if (options.stop_at != 0) text += fmt::format(",stop_at={}", options.stop_at);
  if (options.is_under_valgrind) text += ",valgrind=1";
  if (options.verify) text += ",verify=1";
  if (info.has_live_functions) text += ",live=1";
  if (info.has_live_numbers) text += ",numbers=1";
  if (info.releases) text += fmt::format(",releases_fd={},has_releases=1", replay.releases.get());
  if (options.max_size != 0) text += fmt::format(",max_size={}", options.max_size);
  return text;
}

// For libcutaway_shrink.so, which writes there, too.
Status write_releases(const RunInfo& info, PreparedReplay* replay) {
  CUTAWAY_ASSIGN(replay->releases, make_unlinked_file());
  if (!info.releases) return Ok{};
  std::string bytes(reinterpret_cast<const char*>(info.releases->data()),
                    info.releases->size() * sizeof(CutawayRelease));
  return write_all(replay->releases.get(), bytes, "list of released blocks");
}

Status open_channels(PreparedReplay* replay) {
  int ends[2];
  if (::pipe(ends) != 0) return system_error("replay", "create a pipe", errno);
  replay->report_reads = UniqueFd(ends[0]);
  replay->report_writes = UniqueFd(ends[1]);
  ::fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  return Ok{};
}

Status find_program_of(const RunInfo& info, const ReplayOptions& options, PreparedReplay* replay) {
  replay->program = options.program.empty() ? info.program : options.program;
  if (!replay->program.empty() && is_file(replay->program)) return Ok{};
  return user_fault(replay->program.empty() ? replay->recording : replay->program,
                    "the recorded program is not there",
                    "build it again, or name it with `--program path`");
}

// "env A=b C=d": sets the environment of the program alone, not of gdb or valgrind.
std::vector<std::string> env_command(const PreparedReplay& replay) {
  std::vector<std::string> command = {"env"};
  for (const auto& [name, value] : replay.environment) {
    if (value) command.push_back(name + "=" + *value);
  }
  return command;
}

void warn_about_damage(const RecordingReader& reader, PreparedReplay* replay) {
  if (replay->stream.damage) {
    replay->warnings.push_back(
        fmt::format("recording is damaged from byte {} on ({}): only what comes before is replayed",
                    replay->stream.damage->offset, replay->stream.damage->what));
  }
  if (!reader.left_out().empty()) {
    replay->warnings.push_back(
        fmt::format("the end of the log was left out when it was packed: {}", reader.left_out()));
  }
}

}  // namespace

Result<PreparedReplay> prepare_replay(RecordingReader& reader, const ReplayOptions& options) {
  PreparedReplay replay;
  replay.recording = reader.name();
  CUTAWAY_ASSIGN(replay.log, make_unlinked_file());
  CUTAWAY_ASSIGN(replay.stream, unpack(reader, replay.log.get()));
  warn_about_damage(reader, &replay);
  const std::vector<Module>& modules = replay.stream.modules;
  if (replay.stream.counts.incalls == 0 || modules.empty()) {
    return user_fault(replay.recording, "there is nothing to replay: the inside was never called",
                      fmt::format("cutaway show {}", shell_quote({replay.recording})));
  }
  const RunInfo& info = reader.info();
  CUTAWAY_TRY(find_program_of(info, options, &replay));
  // The recorder lists the program itself first.
  CUTAWAY_ASSIGN(ElfImage program, open_recorded(replay.program, modules[0]));
  CUTAWAY_ASSIGN(auto libraries, find_late_modules(modules, program, info.library_path));
  bool is_part = info.shrunk_from != 0 && options.library == ReplayOptions().library;
  CUTAWAY_ASSIGN(std::string replayer,
                 find_library(is_part ? "libcutaway_shrink.so" : options.library));
  libraries.insert(libraries.begin(), replayer);
  CUTAWAY_ASSIGN(std::string preload, preload_list(libraries));
  CUTAWAY_TRY(open_channels(&replay));
  CUTAWAY_TRY(write_releases(info, &replay));
  replay.environment = {{"CUTAWAY_LOG", fmt::format("/proc/self/fd/{}", replay.log.get())},
                        {"CUTAWAY_OPTIONS", runtime_options(replay, info, options)},
                        {"LD_PRELOAD", preload}};
  const auto& conditions = is_part ? info.conditions : options.conditions;
  if (!conditions.empty())
    replay.environment.emplace_back(CUTAWAY_ENV_WATCH, join(conditions, "\n"));
  if (!info.library_path.empty())
    replay.environment.emplace_back("LD_LIBRARY_PATH", info.library_path);
  return replay;
}

namespace {

Error no_report(const PreparedReplay& replay, const ProcessEnd& end, int timeout_ms) {
  if (end.timed_out) {
    return user_fault(replay.recording,
                      fmt::format("replay did not end within {} s", timeout_ms / 1000),
                      "give it longer with `--timeout`, or look where it hangs with `--gdb`");
  }
  std::string how = end.signal != 0 ? "was killed by " + signal_name(end.signal)
                                    : fmt::format("left with exit status {}", end.exit_status);
  return internal_error(replay.recording, fmt::format("the replayer {} without a report", how));
}

struct ChildReport {
  std::string text;
  ProcessEnd end;
};

// The report is the last thing a replayer does, so the time is for both.
ChildReport wait_for_report(PreparedReplay& replay, pid_t child, int timeout_ms) {
  SignalsPassedTo signals(child);
  replay.report_writes.reset();
  auto start = std::chrono::steady_clock::now();
  ChildReport report;
  report.text = read_until_closed(replay.report_reads.get(), timeout_ms);
  auto elapsed = std::chrono::steady_clock::now() - start;
  auto used_ms = std::chrono::duration_cast<std::chrono::milliseconds>(elapsed).count();
  int left_ms = static_cast<int>(std::max<int64_t>(1, timeout_ms - used_ms));
  report.end = wait_for_process(child, timeout_ms == 0 || !report.text.empty() ? 0 : left_ms);
  return report;
}

Result<Json> parse_report(const PreparedReplay& replay, const std::string& text) {
  Json report = Json::parse(text, nullptr, false);
  if (!report.is_object())
    return internal_error(replay.recording,
                          "the replayer's report is no JSON: " + text.substr(0, 200));
  return report;
}

}  // namespace

Result<Json> run_replay(PreparedReplay& replay, const ReplayOptions& options) {
  CUTAWAY_ASSIGN(pid_t child, start_process(replay.program, {replay.program},
                                            {replay.environment, ADDR_COMPAT_LAYOUT}));
  ChildReport report = wait_for_report(replay, child, options.timeout_ms);
  replay.has_timed_out = report.end.timed_out;
  if (report.text.empty()) return no_report(replay, report.end, options.timeout_ms);
  return parse_report(replay, report.text);
}

std::string gdb_script(const PreparedReplay& replay, const ReplayOptions& options) {
  std::string script =
      "set pagination off\n"
      "set confirm off\n"
      "set disable-randomization off\n"
      "set startup-with-shell on\n"
      "set breakpoint pending on\n"
      // Recorded pages are mapped by the replayer when they are first touched.
      "handle SIGSEGV nostop noprint pass\n";
  script += "set exec-wrapper " + shell_quote(env_command(replay)) + "\n";
  script += k_stop_at_failure;
  script +=
      "tbreak cutaway_replay_stop\n"
      "run\n";
  if (options.stop_at != 0) script += std::string("tbreak *$rdi\ncontinue\n") + k_skip_prologue;
  return script;
}

Result<Json> run_under_gdb(PreparedReplay& replay, const ReplayOptions& options) {
  auto gdb = find_program("gdb");
  if (!gdb) return user_fault("gdb", "not found", "apt install gdb");
  CUTAWAY_ASSIGN(TempDir folder, TempDir::create());
  std::string script = folder.path() + "/replay.gdb";
  CUTAWAY_ASSIGN(UniqueFd fd, open_file(script, O_WRONLY | O_CREAT));
  CUTAWAY_TRY(write_all(fd.get(), gdb_script(replay, options), script));
  CUTAWAY_ASSIGN(pid_t child, start_process(*gdb, {"gdb", "-q", "-x", script, replay.program},
                                            {{}, ADDR_COMPAT_LAYOUT}));
  ChildReport report = wait_for_report(replay, child, 0);
  return report.text.empty() ? Json() : parse_report(replay, report.text);
}

Result<ValgrindOutcome> run_under_valgrind(PreparedReplay& replay, const ReplayOptions& options) {
  auto valgrind = find_program("valgrind");
  if (!valgrind) return user_fault("valgrind", "not found", "apt install valgrind");
  CUTAWAY_ASSIGN(ElfImage image, ElfImage::open(replay.program));
  for (const ElfSymbol& symbol : image.read_symbols())
    if (symbol.name == "__asan_init")
      return user_fault(replay.program, "built with AddressSanitizer, which valgrind cannot run",
                        "replay it without --valgrind: its own checks run");
  std::vector<std::string> command = {
      "valgrind", "-q", "--tool=memcheck", "--trace-children=yes",
      // Pages are mapped by a handler after which the access is repeated.
      "--vex-iropt-register-updates=allregs-at-mem-access",
      fmt::format("--error-exitcode={}", k_valgrind_errors)};
  for (std::string& word : env_command(replay)) command.push_back(std::move(word));
  command.push_back(replay.program);
  CUTAWAY_ASSIGN(pid_t child, start_process(*valgrind, command, {{}, ADDR_COMPAT_LAYOUT}));
  ChildReport report = wait_for_report(replay, child, options.timeout_ms);
  if (report.text.empty()) return no_report(replay, report.end, options.timeout_ms);
  ValgrindOutcome outcome;
  outcome.has_errors = report.end.exit_status == k_valgrind_errors;
  CUTAWAY_ASSIGN(outcome.report, parse_report(replay, report.text));
  return outcome;
}

}  // namespace cutaway
