// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <memory>

#include "base/text.h"
#include "cli/commands.h"
#include "replay/replay_report.h"
#include "zoom/zoom_session.h"

namespace cutaway {
namespace {

struct ZoomArguments {
  std::string recording;
  ZoomOptions options;
  std::string max_size;
  double timeout_s = 0;
  bool is_json = false;
  bool is_quiet = false;
};

void print_summary(const ZoomOutcome& outcome, const std::string& output) {
  const PackSummary& summary = outcome.summary;
  fmt::print("{}: {} of the inside: {}, {}, {} patched, file {}\n", output,
             count_of(outcome.function_count, "function"),
             count_of(summary.counts.incalls, "incall"),
             count_of(summary.counts.outcalls, "outcall"),
             format_bytes(summary.counts.patched_bytes), format_bytes(summary.packed_bytes));
  const StreamEnd& end = summary.end;
  if (end.kind == EndKind::Failure) {
    fmt::print("failure: {}{}\n", signal_name(end.signal),
               end.location.empty() ? "" : " at " + end.location);
  }
  if (end.kind == EndKind::Truncated)
    fmt::print("truncated: {}\n", describe_truncation(end.reason, end.text));
  fmt::print("next: cutaway replay {}\n", shell_quote({output}));
}

void print_json(const ZoomOutcome& outcome, const ZoomArguments& arguments) {
  Json json = {{"recording", arguments.recording}, {"replay", explain_report(outcome.report)}};
  if (outcome.has_recording) {
    const StreamCounts& counts = outcome.summary.counts;
    json["output"] = arguments.options.output;
    json["functions"] = outcome.function_count;
    json["incalls"] = counts.incalls;
    json["outcalls"] = counts.outcalls;
    json["patched_bytes"] = counts.patched_bytes;
    json["end"] = to_json(outcome.summary.end);
  }
  fmt::print("{}\n", to_line(json));
}

Result<int> run_zoom(ZoomArguments& arguments) {
  ZoomOptions& options = arguments.options;
  options.replay.timeout_ms = static_cast<int>(arguments.timeout_s * 1000);
  if (!arguments.max_size.empty()) {
    CUTAWAY_ASSIGN(options.max_size, parse_size(arguments.max_size));
  }
  CUTAWAY_ASSIGN(ZoomOutcome outcome, zoom(arguments.recording, options));
  for (const std::string& warning : outcome.warnings)
    fmt::print(stderr, "cutaway: warning: {}: {}\n", arguments.recording, warning);
  if (!outcome.summary.left_out.empty()) {
    fmt::print(stderr, "cutaway: warning: the end of the log makes no sense and was left out: {}\n",
               outcome.summary.left_out);
  }
  if (arguments.is_json) {
    print_json(outcome, arguments);
  } else if (!outcome.has_recording) {
    fmt::print("{}", render_report(explain_report(outcome.report), arguments.recording));
    fmt::print(stderr, "cutaway: nothing was zoomed: the replay of {} did not follow it\n",
               arguments.recording);
  } else if (!arguments.is_quiet) {
    print_summary(outcome, options.output);
  }
  return outcome.has_recording ? 0 : exit_code_of(outcome.report);
}

}  // namespace

Action declare_zoom(CLI::App& app, const Command&) {
  auto arguments = std::make_shared<ZoomArguments>();
  ZoomOptions& options = arguments->options;
  app.add_option("recording", arguments->recording, "recording to replay")->required();
  app.add_option("--inside", options.patterns,
                 "pattern of the smaller inside, within the recorded one; repeatable")
      ->required()
      ->take_all();
  app.add_option("-o,--output", options.output, "recording to write")->required();
  app.add_flag("--force", options.may_replace, "replace the recording if it exists");
  app.add_flag("--verify", options.verify,
               "keep checksums of all inside stores, for replay to compare");
  app.add_option("--max-size", arguments->max_size, "stop when the log has this size (64M, 2G)");
  app.add_flag("--json", arguments->is_json, "print the outcome as one JSON object");
  app.add_flag("!--no-sandbox", options.replay.is_sandboxed,
               "do not confine the replay by seccomp");
  app.add_option("--timeout", arguments->timeout_s, "give up after this many seconds")
      ->check(CLI::Range(0.0, 1e6));
  app.add_option("--program", options.replay.program, "the program, if it moved since");
  app.add_flag("-q,--quiet", arguments->is_quiet, "no summary");
  return [arguments] { return run_zoom(*arguments); };
}

}  // namespace cutaway
