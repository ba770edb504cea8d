// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>
#include <memory>
#include <thread>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/inside_options.h"
#include "cli/testgen_options.h"
#include "debug/debug_session.h"
#include "debug/output_folder.h"
#include "failure/conditions.h"
#include "recording/elf_image.h"
#include "recording/recorder.h"
#include "recording/recording_reader.h"

namespace cutaway {
namespace {

namespace fs = std::filesystem;

struct DebugArguments {
  InsideOptions inside;
  DebugOptions options;
  std::string folder = "debug.cut";
  std::string recording;  // instead of a run
  std::vector<std::string> command;
  std::vector<std::string> conditions;  // besides a crash; failure/conditions.h
  double hang_after_s = 0;              // 0: no time is a hang
  uint64_t attempts = 1;
  uint32_t jobs = 0;
  double timeout_s = 0;
  bool is_json = false;
  bool is_quiet = false;
  TestgenOptions testgen;  // no folder: no test is asked for
};

// What became of the wish for a test.
struct TestOfLevels {
  std::optional<GeneratedTest> made;
  std::vector<std::string> obstacles;  // of levels that cannot be written
};

constexpr uint64_t k_few_calls = 8;

std::atomic<bool> g_is_interrupted;

// Ctrl-C ends the shrinking; what was found by then is written.
void watch_interrupts() {
  struct sigaction action{};
  action.sa_handler = [](int) { g_is_interrupted = true; };
  ::sigaction(SIGINT, &action, nullptr);
}

// UBSan lets a program go on after a report.
Result<bool> has_reports(const std::string& program) {
  CUTAWAY_ASSIGN(ElfImage image, ElfImage::open(program));
  return std::ranges::any_of(image.read_symbols(), [](const ElfSymbol& symbol) {
    return symbol.name.starts_with("__ubsan_handle_");
  });
}

// What tests of this recording watch for. Nothing: the program did not fail.
Result<std::optional<std::vector<std::string>>> conditions_of(const std::string& recording,
                                                              const DebugArguments& arguments) {
  CUTAWAY_ASSIGN(RecordingReader reader, RecordingReader::open(recording));
  const RunInfo& info = reader.info();
  if (arguments.conditions.empty() && !arguments.options.shrink.limits.script.empty())
    return std::make_optional<std::vector<std::string>>();
  CUTAWAY_ASSIGN(bool may_report, has_reports(info.program));
  return find_conditions(arguments.conditions, info, may_report);
}

// Shrinks the recording of one run. Nothing: the program did not fail.
Result<std::optional<DebugResult>> debug_run(const std::string& recording,
                                             const DebugArguments& arguments) {
  CUTAWAY_ASSIGN(auto conditions, conditions_of(recording, arguments));
  if (!conditions) return std::optional<DebugResult>();
  DebugOptions options = arguments.options;
  options.shrink.replay.conditions = *conditions;
  auto result = debug_recording(recording, arguments.folder, options);
  if (result) return std::make_optional(std::move(*result));
  bool may_be_fine = are_seen_by_replay(*conditions) || !options.shrink.limits.script.empty();
  if (may_be_fine && result.error().code == ErrorCode::NotReproduced)
    return std::optional<DebugResult>();
  return result.error();
}

Result<RecordOptions> prepare_record(const DebugArguments& arguments) {
  CUTAWAY_ASSIGN(Plan plan, plan_of(arguments.inside));
  if (plan.is_empty() && arguments.inside.files.empty()) plan.is_whole_program = true;
  CUTAWAY_ASSIGN(std::string program, find_program(arguments.command[0]));
  CUTAWAY_ASSIGN(Variant variant, weave_for(program, plan, arguments.is_quiet));
  RecordOptions options;
  options.command = arguments.command;
  options.program = variant.program;
  options.library_folder = variant.library_folder;
  options.plan = variant.patterns;
  options.output = arguments.folder + "/run";
  options.may_replace = true;
  options.kill_after_ms = static_cast<int>(arguments.hang_after_s * 1000);
  return options;
}

// Runs the program until it fails.
Result<DebugResult> debug_program(const DebugArguments& arguments) {
  CUTAWAY_ASSIGN(RecordOptions options, prepare_record(arguments));
  for (uint64_t attempt = 1; attempt <= arguments.attempts; ++attempt) {
    CUTAWAY_ASSIGN(RecordOutcome outcome, record(options));
    if (outcome.has_recording) {
      CUTAWAY_ASSIGN(auto result, debug_run(outcome.output, arguments));
      if (result) return std::move(*result);
    }
    if (g_is_interrupted) break;
  }
  std::string times = arguments.attempts == 1 ? "" : fmt::format(" in {} runs", arguments.attempts);
  return Error{
      ErrorCode::NotFailed, shell_quote(arguments.command), "the program did not fail" + times,
      "a failure that does not come each time: --attempts 100; one that is not seen by its "
      "end: --fails-when 'stdout contains ...'"};
}

Result<DebugResult> debug_given_recording(const DebugArguments& arguments) {
  CUTAWAY_ASSIGN(auto result, debug_run(arguments.recording, arguments));
  if (result) return std::move(*result);
  return Error{ErrorCode::NotFailed, arguments.recording, "the recorded program did not fail",
               "cutaway show " + shell_quote({arguments.recording})};
}

std::string level_line(size_t number, const Level& level) {
  std::string head = fmt::format("level {:<2} {}{}", number, number == 1 ? "" : "+ ", level.name);
  if (!level.problem.empty()) return fmt::format("{:<40} {}", head, level.problem);
  const Shrunk& shrunk = level.shrunk;
  return fmt::format("{:<40} {:>9} calls -> {:<4} {:5.1f} s  {} tests{}", head,
                     format_count(shrunk.calls_before), shrunk.calls_after, shrunk.seconds,
                     format_count(shrunk.tests), shrunk.is_minimal ? "" : "  (not minimal)");
}

// The highest level at which at most `few` calls are left, or fewest.
const Level* best_level(const DebugResult& result, uint64_t few) {
  const Level* best = nullptr;
  for (const Level& level : result.levels) {
    if (!level.problem.empty()) continue;
    uint64_t calls = level.shrunk.calls_after;
    if (best == nullptr || calls <= std::max(few, best->shrunk.calls_after)) best = &level;
  }
  return best;
}

void print_level(const Level& level) {
  constexpr size_t k_shown = 40;
  size_t number = 0;
  for (const Call& call : level.calls) {
    if (number == k_shown) {
      fmt::print("      and {} more\n", level.calls.size() - k_shown);
      break;
    }
    fmt::print("{:>4}  {:{}}{}{}\n", ++number, "", 2 * call.depth, call.text,
               call.place.empty() ? "" : "  " + call.place);
  }
  const Shrunk& shrunk = level.shrunk;
  if (shrunk.state_bytes_before != 0) {
    fmt::print("of {} of outside memory that these calls read, {} matter{}; the rest can be 0\n",
               format_bytes(shrunk.state_bytes_before), format_bytes(shrunk.state_bytes_after),
               shrunk.state_bytes_after == 1 ? "s" : "");
  }
  if (shrunk.values_simplified != 0)
    fmt::print("simpler than in the run: {}\n", count_of(shrunk.values_simplified, "value"));
}

// More of the program runs at higher levels, and so perhaps what is wrong: one with few calls is
// shown, too.
void print_levels(const DebugResult& result, const Level& best) {
  fmt::print("the failure needs:\n");
  print_level(best);
  const Level* widest = best_level(result, k_few_calls);
  if (widest == &best) return;
  fmt::print("with more of the program (level {}):\n", widest - result.levels.data() + 1);
  print_level(*widest);
}

Json to_json(const Level& level) {
  Json json = {{"name", level.name}, {"inside", level.inside}};
  if (!level.problem.empty()) {
    json["problem"] = level.problem;
    return json;
  }
  const Shrunk& shrunk = level.shrunk;
  Json calls = Json::array();
  for (const Call& call : level.calls)
    calls.push_back({{"call", call.text}, {"place", call.place}, {"depth", call.depth}});
  json["calls_before"] = shrunk.calls_before;
  json["calls_sliced"] = shrunk.calls_sliced;
  json["calls_after"] = shrunk.calls_after;
  json["minimal"] = shrunk.is_minimal;
  json["traced"] = shrunk.is_traced;
  json["state_bytes_before"] = shrunk.state_bytes_before;
  json["state_bytes_after"] = shrunk.state_bytes_after;
  json["values_simplified"] = shrunk.values_simplified;
  json["tests"] = shrunk.tests;
  json["seconds"] = shrunk.seconds;
  json["recording"] = level.recording;
  json["calls"] = std::move(calls);
  return json;
}

void print_json(const DebugResult& result, const DebugArguments& arguments,
                const TestOfLevels& test) {
  Json levels = Json::array();
  for (const Level& level : result.levels) levels.push_back(to_json(level));
  Json json = {{"failure", to_json(result.failure)},
               {"folder", arguments.folder},
               {"levels", std::move(levels)}};
  if (!arguments.testgen.folder.empty()) {
    json["test"] = test.made ? Json(test.made->path) : Json();
    json["obstacles"] = test.obstacles;
  }
  fmt::print("{}\n", to_line(json));
}

// Levels that a test could be of: those with few calls first, the highest of them first; then the
// others, those with fewest calls first.
std::vector<const Level*> levels_for_test(const DebugResult& result) {
  std::vector<const Level*> levels;
  for (const Level& level : result.levels)
    if (level.problem.empty()) levels.insert(levels.begin(), &level);
  std::stable_sort(levels.begin(), levels.end(), [](const Level* a, const Level* b) {
    return std::max(k_few_calls, a->shrunk.calls_after) <
           std::max(k_few_calls, b->shrunk.calls_after);
  });
  return levels;
}

// The first level that can be written as source; if none can, the first for a replay test.
Result<TestOfLevels> make_test(const DebugResult& result, const DebugArguments& arguments) {
  TestOfLevels test;
  if (arguments.testgen.folder.empty()) return test;
  std::vector<TestKind> kinds = {TestKind::Standalone, TestKind::Replay};
  if (arguments.testgen.kind != TestKind::Any) kinds = {arguments.testgen.kind};
  std::map<const Level*, std::string> no_source;  // why a level cannot be written as source
  for (TestKind kind : kinds) {
    for (const Level* level : levels_for_test(result)) {
      TestgenOptions options = arguments.testgen;
      options.kind = kind;
      options.recording = level->recording;
      options.may_replace = arguments.options.may_replace;
      options.replay = arguments.options.shrink.replay;
      options.obstacle = no_source[level];
      auto made = generate_test(options);
      if (made) {
        test.made = std::move(*made);
        return test;
      }
      const std::string& why = made.error().message;
      no_source[level] = why.substr(why.starts_with(k_no_standalone) ? k_no_standalone.size() : 0);
      test.obstacles.push_back(to_text(made.error()));
    }
  }
  return test;
}

void print_test(const TestOfLevels& test) {
  if (test.made) {
    print_generated(*test.made);
    return;
  }
  for (const std::string& obstacle : test.obstacles) fmt::print("{}\n", obstacle);
}

void set_limits(DebugArguments& arguments) {
  OracleOptions& limits = arguments.options.shrink.limits;
  limits.jobs = arguments.jobs != 0 ? arguments.jobs : std::thread::hardware_concurrency();
  limits.is_over = [] { return g_is_interrupted.load(); };
  arguments.options.timeout = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::duration<double>(arguments.timeout_s));
}

Status set_conditions(DebugArguments& arguments) {
  for (std::string& condition : arguments.conditions) {
    CUTAWAY_ASSIGN(condition, parse_condition(condition));
  }
  OracleOptions& limits = arguments.options.shrink.limits;
  if (arguments.hang_after_s > 0) {
    arguments.conditions.push_back("hang");
    limits.hang_ms = static_cast<uint32_t>(std::max(1.0, arguments.hang_after_s * 1000));
  }
  if (limits.script.empty()) return Ok{};
  CUTAWAY_ASSIGN(limits.script, find_program(limits.script));
  return Ok{};
}

void set_output(DebugArguments& arguments) {
  if (arguments.is_quiet || arguments.is_json) return;
  arguments.options.failure_known = [](const Failure& failure, uint64_t incalls) {
    fmt::print("recorded 1 run ({})   failure: {}\n", count_of(incalls, "incall"),
               describe(failure));
  };
  arguments.options.level_done = [](size_t number, const Level& level) {
    fmt::print("{}\n", level_line(number, level));
    std::fflush(stdout);
  };
  if (::isatty(STDERR_FILENO) == 0) return;
  arguments.options.shrink.progress = [](const char* step, size_t calls) {
    fmt::print(stderr, "\r{}: {} calls\x1b[K\r", step, calls);
  };
}

Result<int> run_debug(DebugArguments& arguments) {
  if (arguments.command.empty() == arguments.recording.empty()) {
    return Error{ErrorCode::Usage, "", "expected a program to debug, or a recording",
                 "cutaway debug -- ./program arguments"};
  }
  CUTAWAY_TRY(set_conditions(arguments));
  CUTAWAY_ASSIGN(
      OutputFolder folder,
      OutputFolder::prepare(arguments.folder, arguments.options.may_replace, arguments.recording));
  watch_interrupts();
  set_limits(arguments);
  set_output(arguments);
  auto debugged =
      arguments.recording.empty() ? debug_program(arguments) : debug_given_recording(arguments);
  bool has_failed = debugged || debugged.error().code != ErrorCode::NotFailed;
  bool is_run_here = arguments.recording.empty() && fs::exists(arguments.folder + "/run");
  // A run that failed is kept, whatever became of it.
  if (debugged || (has_failed && is_run_here)) folder.keep();
  CUTAWAY_ASSIGN(DebugResult result, std::move(debugged));
  const Level* best = best_level(result, 0);
  CUTAWAY_ASSIGN(TestOfLevels test, make_test(result, arguments));
  if (arguments.is_json) {
    print_json(result, arguments, test);
  } else if (best != nullptr) {
    if (!arguments.is_quiet) print_levels(result, *best);
    fmt::print("wrote {}/ (recordings for each level);  next: cutaway replay --gdb {}\n",
               arguments.folder, shell_quote({best->recording}));
    if (!arguments.testgen.folder.empty()) print_test(test);
  }
  if (best != nullptr) return 0;
  std::string recording =
      arguments.recording.empty() ? arguments.folder + "/run" : arguments.recording;
  return Error{ErrorCode::NotReproduced, recording,
               "the failure could not be reproduced at any level",
               "cutaway replay " + shell_quote({recording})};
}

}  // namespace

Action declare_debug(CLI::App& app, const Command& command) {
  auto arguments = std::make_shared<DebugArguments>();
  ShrinkOptions& shrink = arguments->options.shrink;
  app.prefix_command();
  app.footer("The program and its arguments follow --");
  add_inside_options(app, arguments->inside);
  app.add_option("--recording", arguments->recording, "debug this recording instead of a new run");
  app.add_option("-o,--output", arguments->folder, "folder to write; default: debug.cut");
  app.add_flag("--force", arguments->options.may_replace, "replace the folder if it exists");
  app.add_option("--attempts", arguments->attempts, "run the program up to so often until it fails")
      ->check(CLI::Range(1, 1'000'000));
  app.add_option("--fails-when", arguments->conditions,
                 "what is a failure: 'exit 3', 'stdout ~ regex', 'stderr contains text', "
                 "'sanitizer'; of several all must hold")
      ->allow_extra_args(false);
  app.add_option("--hang-after", arguments->hang_after_s,
                 "a run that takes so many seconds hangs, and that is its failure")
      ->check(CLI::Range(0.1, 1e5));
  app.add_option("--script", shrink.limits.script,
                 "program that decides what fails: exit status 0 yes, 1 no, 125 cannot tell");
  app.add_flag("!--no-levels", arguments->options.has_levels,
               "shrink the inside as it was recorded, and no smaller one");
  app.add_flag("!--no-slice", shrink.slices, "do not slice before shrinking");
  app.add_flag("!--no-calls", shrink.shrinks_calls, "keep all calls of the slice");
  app.add_flag("!--no-state", shrink.shrinks_state, "keep all of the outside memory");
  app.add_flag("!--no-values", shrink.simplifies_values, "keep numbers and texts as they are");
  app.add_option("--jobs", arguments->jobs, "tests at a time; default: one for each processor")
      ->check(CLI::Range(1, 64));
  app.add_option("--max-tests", shrink.limits.max_tests,
                 "stop shrinking a level after this many tests and keep the best so far");
  app.add_option("--timeout", arguments->timeout_s, "the same after this many seconds")
      ->check(CLI::Range(0.0, 1e6));
  app.add_option("--test-timeout-ms", shrink.limits.test_timeout_ms,
                 "a test that takes more processor time is unresolved; default: by the recording");
  app.add_option("--testgen", arguments->testgen.folder,
                 "folder for a unit test of the highest level that can be written as one");
  add_testgen_options(app, arguments->testgen);
  app.add_flag("--json", arguments->is_json, "print the result as one JSON object");
  app.add_flag("!--no-sandbox", shrink.replay.is_sandboxed, "do not confine tests by seccomp");
  app.add_flag("-q,--quiet", arguments->is_quiet, "only the last line");
  return [arguments, &app, &command] {
    arguments->command = command.empty() ? app.remaining() : command;
    return run_debug(*arguments);
  };
}

}  // namespace cutaway
