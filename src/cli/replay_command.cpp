// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <optional>

#include "against/against.h"
#include "against/test_recording.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/inside_options.h"
#include "replay/replay_report.h"
#include "replay/replay_session.h"

namespace cutaway {
namespace {

struct ReplayArguments {
  std::string recording;
  ReplayOptions options;
  std::string gdb_incall;  // empty without --gdb
  std::string unpacked;    // --unpack
  double timeout_s = 0;
  bool is_json = false;
  std::string changed;  // --against
  std::string on_difference = "skip";
  bool is_test = false;   // --test
  std::string test_file;  // --for-test
  bool may_replace = false;
};

void print_report(const Json& report, const RunInfo& info, const ReplayArguments& arguments) {
  Json explained = explain_report(report);
  explained["recording"] = arguments.recording;
  if (Json failure = Json::parse(info.failure, nullptr, false); failure.is_object())
    explained["recorded_failure"] = std::move(failure);
  if (arguments.is_json) {
    fmt::print("{}\n", to_line(explained));
  } else {
    fmt::print("{}", render_report(explained, arguments.recording));
  }
}

// Counts the incalls: the last one is where a failure is.
Result<uint64_t> choose_incall(const ReplayArguments& arguments) {
  if (arguments.gdb_incall != "auto")
    return std::strtoull(arguments.gdb_incall.c_str(), nullptr, 10);
  CUTAWAY_ASSIGN(RecordingReader reader, RecordingReader::open(arguments.recording));
  while (true) {
    CUTAWAY_ASSIGN(std::optional<Event> event, reader.next());
    if (!event) break;
  }
  return reader.end().kind == EndKind::Failure ? reader.state().counts().incalls : uint64_t{1};
}

Result<int> run_gdb(ReplayArguments& arguments) {
  CUTAWAY_ASSIGN(arguments.options.stop_at, choose_incall(arguments));
  arguments.options.is_sandboxed = false;  // gdb calls functions of the program
  CUTAWAY_ASSIGN(RecordingReader reader, RecordingReader::open(arguments.recording));
  CUTAWAY_ASSIGN(PreparedReplay replay, prepare_replay(reader, arguments.options));
  if (arguments.options.stop_at > replay.stream.counts.incalls || arguments.options.stop_at == 0) {
    return Error{
        ErrorCode::Usage, arguments.gdb_incall,
        fmt::format("no such incall: the recording has 1 to {}", replay.stream.counts.incalls), ""};
  }
  CUTAWAY_ASSIGN(Json report, run_under_gdb(replay, arguments.options));
  if (report.is_null()) return 0;
  print_report(report, reader.info(), arguments);
  return exit_code_of(report);
}

// Asks whether to go on after a difference.
bool ask_to_go_on(const Json& difference) {
  fmt::print("{}go on? [Y/n] ", render_one_difference(difference));
  std::fflush(stdout);
  char answer[64];
  if (std::fgets(answer, sizeof answer, stdin) == nullptr) return false;
  return answer[0] != 'n' && answer[0] != 'N' && answer[0] != 'q';
}

Result<int> run_against(const ReplayArguments& arguments) {
  if (!arguments.gdb_incall.empty() || arguments.options.is_under_valgrind ||
      !arguments.unpacked.empty() || arguments.options.until != 0) {
    return Error{ErrorCode::Usage, "--against",
                 "cannot be used with --gdb, --valgrind, --unpack or --until", ""};
  }
  AgainstOptions options{arguments.changed, arguments.options, arguments.on_difference == "stop"};
  options.progress = terminal_progress();
  if (arguments.on_difference == "ask") {
    if (::isatty(STDIN_FILENO) == 0)
      return Error{ErrorCode::Usage, "--on-difference ask", "standard input is no terminal",
                   "use --on-difference skip or stop"};
    options.ask = ask_to_go_on;
  }
  options.is_test = arguments.is_test;
  CUTAWAY_ASSIGN(Json report, replay_against(arguments.recording, options));
  if (arguments.is_test) {
    fmt::print("{}", describe_test(report));
    return 0;
  }
  fmt::print("{}", arguments.is_json ? to_line(report) + "\n" : render_against(report));
  return exit_code_of_against(report);
}

Result<int> write_for_test(const ReplayArguments& arguments) {
  CUTAWAY_ASSIGN(TestRecording written,
                 write_test_recording(arguments.recording, arguments.test_file,
                                      arguments.may_replace, arguments.options));
  fmt::print("{}: {}, {}: {}\n", arguments.test_file, count_of(written.incalls, "incall"),
             format_bytes(written.bytes), describe(written.failure));
  if (!written.inline_functions.empty())
    fmt::print("note: defined in headers, name them in a source of the test: {}\n",
               join(written.inline_functions, ", "));
  return 0;
}

Result<int> run_replay_command(ReplayArguments& arguments) {
  arguments.options.timeout_ms = static_cast<int>(arguments.timeout_s * 1000);
  if (!arguments.changed.empty()) return run_against(arguments);
  if (!arguments.test_file.empty()) return write_for_test(arguments);
  if (!arguments.gdb_incall.empty()) return run_gdb(arguments);
  CUTAWAY_ASSIGN(RecordingReader reader, RecordingReader::open(arguments.recording));
  if (!arguments.unpacked.empty()) {
    CUTAWAY_ASSIGN(UniqueFd file, open_file(arguments.unpacked, O_WRONLY | O_CREAT | O_TRUNC));
    CUTAWAY_TRY(unpack(reader, file.get()));
    return 0;
  }
  CUTAWAY_ASSIGN(PreparedReplay replay, prepare_replay(reader, arguments.options));
  for (const std::string& warning : replay.warnings) {
    fmt::print(stderr, "cutaway: warning: {}: {}\n", arguments.recording, warning);
  }
  if (!arguments.options.is_under_valgrind) {
    CUTAWAY_ASSIGN(Json report, run_replay(replay, arguments.options));
    print_report(report, reader.info(), arguments);
    return exit_code_of(report);
  }
  CUTAWAY_ASSIGN(ValgrindOutcome outcome, run_under_valgrind(replay, arguments.options));
  print_report(outcome.report, reader.info(), arguments);
  if (outcome.has_errors) fmt::print(stderr, "cutaway: valgrind found errors\n");
  int code = exit_code_of(outcome.report);
  return code == 0 && outcome.has_errors ? static_cast<int>(ErrorCode::UserFault) : code;
}

}  // namespace

Action declare_replay(CLI::App& app, const Command&) {
  auto arguments = std::make_shared<ReplayArguments>();
  ReplayOptions& options = arguments->options;
  app.add_option("recording", arguments->recording, "recording to replay")->required();
  app.add_option("--until", options.until, "stop when this incall has ended");
  app.add_flag("--json", arguments->is_json, "print the outcome as one JSON object");
  app.add_option("--gdb", arguments->gdb_incall,
                 "start gdb, stopped at incall N; default: the failing or the first")
      ->expected(0, 1)
      ->default_str("auto")
      ->check([](const std::string& text) {
        bool is_good = text == "auto" ||
                       (!text.empty() && text.find_first_not_of("0123456789") == std::string::npos);
        return is_good ? std::string() : "expected the number of an incall, got " + text;
      });
  app.add_flag("--valgrind", options.is_under_valgrind, "run memcheck over the replay");
  app.add_flag("!--no-sandbox", options.is_sandboxed, "do not confine the replay by seccomp");
  app.add_option("--timeout", arguments->timeout_s, "give up after this many seconds")
      ->check(CLI::Range(0.0, 1e6));
  app.add_option("--unpack", arguments->unpacked,
                 "write the events to this file as the replayer reads them, and stop");
  app.add_option("--program", options.program, "the program, if it moved since");
  app.add_option(
      "--against", arguments->changed,
      "list what a changed program, or that of the same name in a folder, does otherwise");
  app.add_option("--on-difference", arguments->on_difference,
                 "with --against: stop at the first, skip each and go on, or ask; default: skip")
      ->check(CLI::IsMember({"stop", "skip", "ask"}));
  app.add_flag("--test", arguments->is_test,
               "with --against: say in one word how a replay test ends, then why");
  app.add_option("--for-test", arguments->test_file,
                 "write the recording as the data file of a replay test, and stop");
  app.add_flag("--force", arguments->may_replace, "replace that file if it exists");
  return [arguments] {
    if (arguments->options.is_under_valgrind) arguments->options.is_sandboxed = false;
    return run_replay_command(*arguments);
  };
}

}  // namespace cutaway
