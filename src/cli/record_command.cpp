// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <memory>

#include "base/process.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/inside_options.h"
#include "recording/recorder.h"

namespace cutaway {
namespace {

struct RecordArguments {
  RecordOptions options;
  InsideOptions inside;
  std::string max_size;
  std::string raw_log;  // --finish
  bool is_quiet = false;
};

// Progress to a terminal, from the second second on.
PackProgress terminal_progress() {
  if (::isatty(STDERR_FILENO) == 0) return {};
  auto start = std::chrono::steady_clock::now();
  return [start](uint64_t raw_bytes) {
    if (std::chrono::steady_clock::now() - start < std::chrono::seconds(1)) return;
    fmt::print(stderr, "\rcutaway: packed {} of the log\x1b[K\r", format_bytes(raw_bytes));
  };
}

void print_summary(const RecordOutcome& outcome) {
  const PackSummary& summary = outcome.summary;
  fmt::print(stderr, "cutaway: {}: {}, {}, {} patched, file {} (log {})\n", outcome.output,
             count_of(summary.counts.incalls, "incall"),
             count_of(summary.counts.outcalls, "outcall"),
             format_bytes(summary.counts.patched_bytes), format_bytes(summary.packed_bytes),
             format_bytes(summary.raw_bytes));
  const StreamEnd& end = summary.end;
  if (end.kind == EndKind::Failure) {
    fmt::print(stderr, "cutaway: failure: {}{}\n", signal_name(end.signal),
               end.location.empty() ? "" : " at " + end.location);
  }
  if (end.kind == EndKind::Truncated) {
    fmt::print(stderr, "cutaway: truncated: {}\n", describe_truncation(end.reason, end.text));
  }
  if (!outcome.raw_log.empty()) fmt::print(stderr, "cutaway: raw log kept: {}\n", outcome.raw_log);
  fmt::print(stderr, "next: cutaway replay {}\n", shell_quote({outcome.output}));
}

void print_warning(const CrossingLoad& load) {
  fmt::print(stderr,
             "cutaway: warning: the cut is crossed {} times a second: that costs more than the "
             "program itself\n",
             format_count(load.per_second));
  for (const FrequentCrossing& often : load.most_often) {
    std::string name = often.function.empty() ? "a function by pointer" : often.function;
    fmt::print(stderr, "  {:>12}/s  {} {}\n", format_count(often.per_second),
               often.is_incall ? "the outside calls" : "the inside calls", name);
  }
  if (load.most_often.empty()) return;
  fmt::print(stderr,
             "hint: what the outside calls so often is better dropped (--inside '-name') or joined "
             "by its callers; what the inside calls, added (--inside name)\n");
}

// Ends the tool as the program ended.
Result<int> end_like(const ProcessEnd& end) {
  if (end.signal == 0) return end.exit_status;
  rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  std::fflush(nullptr);
  ::signal(end.signal, SIG_DFL);
  ::raise(end.signal);
  return 128 + end.signal;
}

Error nothing_attached(const std::string& program) {
  return user_fault(program, "the program ran, but no woven code ran in it: nothing was recorded",
                    "cutaway doctor " + shell_quote({program}));
}

// A cut that is chosen now needs a variant of the program.
Status choose_program(const RecordArguments& arguments, RecordOptions* options) {
  CUTAWAY_ASSIGN(Plan plan, plan_of(arguments.inside));
  if (plan.is_empty() && arguments.inside.files.empty()) return Ok{};
  CUTAWAY_ASSIGN(std::string program, find_program(options->command[0]));
  CUTAWAY_ASSIGN(Variant variant, weave_for(program, plan, arguments.is_quiet));
  options->program = variant.program;
  options->library_folder = variant.library_folder;
  options->plan = variant.patterns;
  return Ok{};
}

Result<int> run_record(RecordArguments& arguments) {
  RecordOptions& options = arguments.options;
  if (!arguments.max_size.empty()) {
    CUTAWAY_ASSIGN(options.max_size, parse_size(arguments.max_size));
  }
  if (!arguments.is_quiet) {
    options.progress = terminal_progress();
    options.warn = print_warning;
  }
  if (options.command.empty() == arguments.raw_log.empty()) {
    return Error{ErrorCode::Usage, "", "expected a program to record",
                 "cutaway record -o run.cut -- ./program arguments"};
  }
  if (!options.command.empty()) CUTAWAY_TRY(choose_program(arguments, &options));
  bool is_finishing = !arguments.raw_log.empty();
  CUTAWAY_ASSIGN(RecordOutcome outcome,
                 is_finishing ? finish_recording(arguments.raw_log, options) : record(options));
  if (!outcome.has_recording) {
    if (outcome.end.signal == 0 && outcome.end.exit_status == 0)
      return nothing_attached(options.command[0]);
    fmt::print(stderr, "cutaway: warning: {}\n", to_text(nothing_attached(options.command[0])));
    return end_like(outcome.end);
  }
  if (!arguments.is_quiet) print_summary(outcome);
  if (!outcome.summary.left_out.empty()) {
    fmt::print(stderr, "cutaway: warning: the end of the log makes no sense and was left out: {}\n",
               outcome.summary.left_out);
  }
  return end_like(outcome.end);
}

}  // namespace

Action declare_record(CLI::App& app, const Command& command) {
  auto arguments = std::make_shared<RecordArguments>();
  RecordOptions& options = arguments->options;
  app.prefix_command();
  app.footer("The program and its arguments follow --");
  add_inside_options(app, arguments->inside);
  app.add_option("-o,--output", options.output, "recording to write; default: <program>.cut");
  app.add_flag("--force", options.may_replace, "replace the recording if it exists");
  app.add_flag("--verify", options.verify,
               "keep checksums of all inside stores, for replay to compare");
  app.add_option("--max-size", arguments->max_size,
                 "stop recording when the log has this size (64M, 2G)");
  app.add_option("--max-events", options.max_events, "stop recording after this many events");
  app.add_flag("--keep-raw", options.keeps_raw_log, "keep the raw log beside the recording");
  app.add_flag("--randomize", options.keeps_randomization,
               "keep address space randomisation; values made from code addresses may diverge");
  app.add_flag("--dlopen", options.loads_woven_code_later, "the woven code comes by dlopen");
  app.add_option("--finish", arguments->raw_log, "pack the raw log that a killed run left");
  app.add_flag("-q,--quiet", arguments->is_quiet, "no summary");
  return [arguments, &app, &command] {
    arguments->options.command = command.empty() ? app.remaining() : command;
    return run_record(*arguments);
  };
}

}  // namespace cutaway
