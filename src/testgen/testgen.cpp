// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "testgen/testgen.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/file.h"
#include "base/process.h"
#include "shrink/oracle.h"
#include "testgen/check.h"
#include "testgen/format.h"
#include "testgen/headers.h"
#include "testgen/literals.h"
#include "testgen/replay_test.h"
#include "testgen/scene.h"
#include "weave/program.h"

namespace cutaway {
namespace {

namespace fs = std::filesystem;

// Each takes a second. After half of them calls are no longer left out one by one.
constexpr int k_most_attempts = 16;
// Calls that are looked at, for each that is written: many are needless.
constexpr size_t k_looked_at = 10;

// The program as the user built it: its variant has no marks.
Result<std::string> find_original(const RunInfo& info, const std::string& given) {
  if (!given.empty()) return find_program(given);
  if (info.arguments.empty()) return user_fault(info.program, "the program is not known");
  const std::string& name = info.arguments[0];
  if (name.find('/') == std::string::npos) return find_program(name);
  return (fs::path(info.directory) / name).lexically_normal().string();
}

struct Program {
  std::unique_ptr<DebugTypes> types;
  std::vector<std::string> link_arguments;
};

Result<Program> read_program(const RunInfo& info, const std::string& given) {
  CUTAWAY_ASSIGN(std::string path, find_original(info, given));
  CUTAWAY_ASSIGN(std::vector<KeptModule> modules, find_kept_modules(path, info.library_path));
  CUTAWAY_ASSIGN(ProgramIndex index, ProgramIndex::read(modules));
  Program program;
  for (const KeptModule& module : modules) {
    if (!module.marks.link) continue;
    CUTAWAY_ASSIGN(Link link, read_link(*module.marks.link));
    for (std::string& word : link.arguments) program.link_arguments.push_back(std::move(word));
  }
  program.types = std::make_unique<DebugTypes>(std::move(index));
  return program;
}

Result<Failure> failure_of(const TestgenOptions& options, const RunInfo& info) {
  if (!info.failure.empty()) {
    Json json = Json::parse(info.failure, nullptr, false);
    if (json.is_object()) return parse_failure(json);
  }
  ReplayOptions replay = options.replay;
  replay.conditions = info.conditions;
  OracleOptions limits;
  if (std::ranges::find(info.conditions, "hang") != info.conditions.end()) limits.hang_ms = 500;
  CUTAWAY_ASSIGN(Oracle oracle, Oracle::create(options.recording, replay, limits));
  return oracle.failure();
}

struct Written {
  std::vector<std::string> covered;
  TestScene scene;
  TestText text;
  TestParts parts;
  TestCompilation compilation;
};

TestPlace place_of(const Script& script, const TestgenOptions& options) {
  TestPlace place;
  place.folder = fs::absolute(options.folder).lexically_normal().string();
  place.recording = options.recording;
  place.calls_before = script.info.shrunk_from;
  place.calls_after = script.calls.size();
  place.number = options.number;
  place.name = options.name;
  return place;
}

Status render(const Script& script, const Failure& failure, const TestgenOptions& options,
              Written* written, bool is_learning = false) {
  TestPlace place = place_of(script, options);
  place.may_throw = written->parts.may_throw;
  place.is_learning = is_learning;
  CUTAWAY_ASSIGN(written->text, write_test(written->scene, failure, written->compilation, place,
                                           options.framework, options.mode));
  return Ok{};
}

// What is known of the calls of a regression test when it has been tried.
struct Repairs {
  bool casts_results = false;
  std::map<size_t, std::string> left_out;
  std::set<size_t> renamed;
};

Result<Written> write_with(const Script& script, const Failure& failure, Program& program,
                           const TestgenOptions& options, const Repairs& repairs,
                           OutsideAnswers answers) {
  Written written;
  CUTAWAY_ASSIGN(written.parts, find_parts(script, program.types.get(), answers));
  SceneOptions how;
  how.casts_results = repairs.casts_results;
  how.linked = written.parts.linked;
  how.is_regression = options.mode == TestMode::Regression;
  how.left_out = repairs.left_out;
  how.renamed = repairs.renamed;
  how.most_calls = options.most_calls;
  CUTAWAY_ASSIGN(written.scene, write_scene(script, program.types.get(), how));
  written.compilation = compilation_of(written.parts, *program.types, program.link_arguments);
  CUTAWAY_TRY(render(script, failure, options, &written));
  return written;
}

// What no stub can stand for is linked.
Result<Written> write_with(const Script& script, const Failure& failure, Program& program,
                           const TestgenOptions& options, const Repairs& repairs) {
  auto written = write_with(script, failure, program, options, repairs, OutsideAnswers::Stubs);
  if (written) return written;
  auto other = write_with(script, failure, program, options, repairs, OutsideAnswers::Linked);
  return other ? std::move(other) : std::move(written);
}

Result<CheckOutcome> check(const Written& written, const Failure& failure, const Program& program,
                           bool measures_coverage = false) {
  CheckedTest checked;
  checked.measures_coverage = measures_coverage;
  checked.test = &written.text;
  checked.compilation = &written.compilation;
  for (uint32_t unit : written.parts.units)
    checked.units.push_back(&program.types->program().units()[unit]);
  return check_test(checked, failure);
}

// Without instrumentation an earlier call may fail already. True: the rest was left out.
bool ends_earlier(const CheckOutcome& outcome, Written* written) {
  const std::vector<uint32_t>& lines = written->text.lines;
  auto after = std::upper_bound(lines.begin(), lines.end(), outcome.line);
  if (outcome.line == 0 || after == lines.begin() || after == lines.end()) return false;
  auto& statements = written->scene.statements;
  statements.resize(static_cast<size_t>(after - lines.begin()));
  statements.back().is_failing = true;
  statements.back().thrown.clear();
  return true;
}

// Headers may need what others include before them. False: nothing changes.
bool includes_as_program(const DebugTypes& types, Written* written) {
  std::vector<std::string> headers = written->scene.headers;
  for (uint32_t caller : written->parts.callers) {
    const Unit& unit = types.program().units()[caller];
    std::string source = (fs::path(unit.directory) / unit.source).lexically_normal().string();
    headers = outer_headers(headers, source, written->compilation.include_dirs);
  }
  if (headers == written->scene.headers) return false;
  written->scene.headers = std::move(headers);
  return true;
}

// Writes the test, and writes it again if the compiler minds that results are ignored.
Result<Written> write_checked(const Script& script, const Failure& failure, Program& program,
                              const TestgenOptions& options) {
  CUTAWAY_ASSIGN(Written written, write_with(script, failure, program, options, {}));
  if (!options.is_checked) return written;
  CUTAWAY_ASSIGN(CheckOutcome outcome, check(written, failure, program));
  if (outcome.needs_casts) {
    CUTAWAY_ASSIGN(written, write_with(script, failure, program, options, {.casts_results = true}));
    CUTAWAY_ASSIGN(outcome, check(written, failure, program));
  }
  if (outcome.is_no_code && includes_as_program(*program.types, &written)) {
    CUTAWAY_TRY(render(script, failure, options, &written));
    CUTAWAY_ASSIGN(outcome, check(written, failure, program));
  }
  if (outcome.is_as_recorded && ends_earlier(outcome, &written)) {
    CUTAWAY_TRY(render(script, failure, options, &written));
    CUTAWAY_ASSIGN(outcome, check(written, failure, program));
  }
  if (!outcome.is_as_recorded)
    return user_fault("", "written as source it does not fail as recorded: " + outcome.what);
  return written;
}

// Texts that calls return are the inside's own, so the recording does not hold them: the test tells
// them when it is run with the recorded code.
Result<CheckOutcome> learn_texts(const Script& script, const Program& program,
                                 const TestgenOptions& options, Written* written) {
  std::vector<Statement*> open;
  for (Statement& statement : written->scene.statements) {
    bool is_learned = statement.expectation == Expectation::Text ||
                      statement.expectation == Expectation::CString ||
                      statement.expectation == Expectation::Number;
    if (is_learned && statement.thrown.empty()) open.push_back(&statement);
  }
  CUTAWAY_TRY(render(script, {}, options, written, true));
  CUTAWAY_ASSIGN(CheckOutcome outcome, check(*written, {}, program));
  if (!outcome.is_as_recorded) return outcome;
  if (outcome.learned.size() != open.size())
    return user_fault("", "written as source it does not run as recorded: " + outcome.what);
  for (size_t i = 0; i < open.size(); ++i) {
    const std::string& text = outcome.learned[i];
    if (open[i]->expectation == Expectation::Number) {
      open[i]->expected = text;
      continue;
    }
    bool has_zero = text.find('\0') != std::string::npos;
    open[i]->expected = has_zero
                            ? fmt::format("std::string({}, {})", string_literal(text), text.size())
                            : string_literal(text);
  }
  return outcome;
}

// Statements that the outcome speaks against.
std::vector<const Statement*> bad_statements(const CheckOutcome& outcome, const Written& written) {
  std::set<uint32_t> lines = outcome.bad_lines;
  if (outcome.line != 0) lines.insert(outcome.line);
  std::vector<const Statement*> bad;
  const std::vector<uint32_t>& starts = written.text.lines;
  for (uint32_t line : lines) {
    auto after = std::upper_bound(starts.begin(), starts.end(), line);
    if (after == starts.begin()) continue;
    const Statement& statement =
        written.scene.statements[static_cast<size_t>(after - starts.begin()) - 1];
    if (statement.number) bad.push_back(&statement);
  }
  return bad;
}

// False: nothing is left to try.
bool repair(const CheckOutcome& outcome, const Written& written, size_t calls, bool is_patient,
            Repairs* repairs) {
  if (outcome.needs_casts && !repairs->casts_results) {
    repairs->casts_results = true;
    return true;
  }
  std::vector<const Statement*> bad = bad_statements(outcome, written);
  if (bad.empty()) return false;
  std::string why = "written as source it does not do what was recorded: " + outcome.what;
  for (const Statement* statement : bad) {
    // Freed memory is used again by another object.
    bool is_other = statement->expectation == Expectation::Same && is_patient;
    if (is_other && repairs->renamed.insert(*statement->number).second) continue;
    repairs->left_out.emplace(*statement->number, why);
  }
  for (size_t call = *bad.front()->number; call < calls && !is_patient; ++call)
    repairs->left_out.emplace(call, why);
  return true;
}

Result<CheckOutcome> try_regression(const Script& script, Program& program,
                                    const TestgenOptions& options, const Repairs& repairs,
                                    Written* written) {
  CUTAWAY_ASSIGN(*written, write_with(script, {}, program, options, repairs));
  CUTAWAY_ASSIGN(CheckOutcome outcome, learn_texts(script, program, options, written));
  if (!outcome.is_as_recorded) return outcome;
  CUTAWAY_TRY(render(script, {}, options, written));
  return check(*written, {}, program);
}

// Calls that do not compile, or do not return what they did, are left out until the others do.
Result<Written> write_regression(const Script& script, Program& program,
                                 const TestgenOptions& options) {
  Written written;
  CheckOutcome outcome;
  Repairs repairs;
  for (int attempt = 0; attempt < k_most_attempts; ++attempt) {
    CUTAWAY_ASSIGN(outcome, try_regression(script, program, options, repairs, &written));
    if (outcome.is_as_recorded && !outcome.needs_casts) break;
    bool is_patient = attempt < k_most_attempts / 2;
    if (!repair(outcome, written, script.calls.size(), is_patient, &repairs)) break;
  }
  if (!outcome.is_as_recorded)
    return user_fault("",
                      "written as source it does not return what was recorded: " + outcome.what);
  if (options.measures_coverage) {
    CUTAWAY_ASSIGN(outcome, check(written, {}, program, true));
    written.covered = std::move(outcome.covered);
  }
  return written;
}

Status write_files(const TestText& text, const TestgenOptions& options, GeneratedTest* made) {
  std::error_code error;
  fs::create_directories(options.folder, error);
  if (error) return user_fault(options.folder, "cannot be created: " + error.message());
  made->path = (fs::path(options.folder) / (text.name + ".cc")).string();
  made->cmake_path = (fs::path(options.folder) / (text.name + ".cmake")).string();
  std::vector<std::string> paths = {made->path, made->cmake_path};
  for (const FileBeside& file : text.beside)
    made->beside.push_back((fs::path(options.folder) / file.name).string());
  paths.insert(paths.end(), made->beside.begin(), made->beside.end());
  for (const std::string& path : paths)
    if (fs::exists(path, error) && !options.may_replace) return output_exists(path);
  CUTAWAY_ASSIGN(std::string formatted, format_as_project(text.text, options.folder));
  CUTAWAY_TRY(write_file(made->path, formatted));
  for (size_t i = 0; i < text.beside.size(); ++i)
    CUTAWAY_TRY(write_file(made->beside[i], text.beside[i].content));
  return write_file(made->cmake_path, text.cmake);
}

// The other kind, for what cannot be written as source.
Result<GeneratedTest> generate_replay_test(const Script& script, Program& program,
                                           const TestgenOptions& options,
                                           const std::string& obstacle, GeneratedTest made) {
  CUTAWAY_ASSIGN(TempDir folder, TempDir::create());
  ReplayTestOptions how;
  how.recording = options.recording;
  how.data_folder = folder.path();
  how.place = place_of(script, options);
  how.framework = options.framework;
  how.mode = options.mode;
  how.is_checked = options.is_checked;
  how.replay = options.replay;
  how.link_arguments = program.link_arguments;
  auto written = make_replay_test(script, made.failure, program.types.get(), obstacle, how);
  if (!written) {
    return user_fault(options.recording,
                      fmt::format("no test can be written: {}; nor as a replay test: {}", obstacle,
                                  to_text(written.error())));
  }
  made.kind = TestKind::Replay;
  made.obstacle = obstacle;
  made.calls = script.calls.size();
  made.is_checked = options.is_checked;
  made.sources = written->compilation.sources;
  CUTAWAY_TRY(write_files(written->text, options, &made));
  made.data_path = (fs::path(options.folder) / (written->text.name + ".cut")).string();
  CUTAWAY_ASSIGN(std::string data, read_file(folder.path() + "/" + written->text.name + ".cut"));
  CUTAWAY_TRY(write_file(made.data_path, data));
  return made;
}

}  // namespace

Result<GeneratedTest> generate_test(const TestgenOptions& options) {
  bool is_regression = options.mode == TestMode::Regression;
  CUTAWAY_ASSIGN(Script script, read_script(options.recording));
  if (is_regression) {
    size_t most = options.most_calls * k_looked_at;
    if (script.calls.size() > most)
      script.calls.erase(std::next(script.calls.begin(), static_cast<ptrdiff_t>(most)),
                         script.calls.end());
    // A call that has no end returns nothing.
    std::erase_if(script.calls,
                  [](const ScriptCall& call) { return !call.has_returned && call.thrown.empty(); });
  } else if (script.calls.size() > options.most_calls) {
    return user_fault(options.recording,
                      fmt::format("{} calls are too many for a test", script.calls.size()),
                      "cutaway debug --recording " + options.recording);
  }
  GeneratedTest made;
  if (!is_regression) {
    CUTAWAY_ASSIGN(made.failure, failure_of(options, script.info));
  }
  CUTAWAY_ASSIGN(Program program, read_program(script.info, options.program));
  if (options.kind == TestKind::Replay && !is_regression)
    return generate_replay_test(
        script, program, options,
        options.obstacle.empty() ? "--kind replay asks for it" : options.obstacle, std::move(made));
  auto written = is_regression ? write_regression(script, program, options)
                               : write_checked(script, made.failure, program, options);
  if (!written) {
    Error error = written.error();
    if (!error.object.empty()) return error;
    if (options.kind == TestKind::Any && !is_regression)
      return generate_replay_test(script, program, options, error.message, std::move(made));
    error.object = options.recording;
    error.message = std::string(k_no_standalone) + error.message;
    return error;
  }
  for (const auto& [number, why] : written->scene.left_out) made.left_out.push_back(why);
  made.calls = script.calls.size() - made.left_out.size() - written->scene.needless;
  made.expectations = written->scene.expectations;
  made.is_checked = options.is_checked || is_regression;
  made.sources = written->compilation.sources;
  made.include_dirs = written->text.folders;
  made.compile_options = written->compilation.options;
  made.libraries = written->compilation.libraries;
  made.defines_functions = written->scene.defines_functions;
  made.covered = std::move(written->covered);
  CUTAWAY_TRY(write_files(written->text, options, &made));
  return made;
}

}  // namespace cutaway
