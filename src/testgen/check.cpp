// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "testgen/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "base/file.h"
#include "base/process.h"
#include "base/text.h"
#include "driver/invocation.h"
#include "failure/stack_names.h"
#include "recording/describe.h"
#include "recording/run_info.h"
#include "testgen/check_main.h"
#include "weave/unit_compiler.h"

namespace cutaway {
namespace {

namespace fs = std::filesystem;

constexpr int k_compile_ms = 120'000;
constexpr int k_run_ms = 30'000;

// Clang as the drivers find it.
Result<std::vector<std::string>> compiler() {
  try {
    return driver::find_clang(true);
  } catch (const driver::UsageError& error) {
    return user_fault("", error.what, error.hint);
  }
}

std::string first_error(const std::string& output) {
  for (const std::string& line : split(output, '\n'))
    if (line.find("error:") != std::string::npos || line.find("undefined") != std::string::npos)
      return line;
  return output.substr(0, 200);
}

// Of the test: what users' headers are warned of is not its fault. Empty: none.
std::string first_warning(const std::string& output, const std::string& source) {
  for (const std::string& line : split(output, '\n'))
    if (size_t at = line.find("warning:"); line.starts_with(source) && at != std::string::npos)
      return line.substr(at);
  return {};
}

// Lines of the test that the compiler does not like.
std::set<uint32_t> lines_of(const std::string& output, const std::string& source) {
  std::set<uint32_t> lines;
  for (const std::string& line : split(output, '\n')) {
    bool is_message =
        line.starts_with(source + ":") && (line.find(" error: ") != std::string::npos ||
                                           line.find(" warning: ") != std::string::npos);
    if (is_message)
      lines.insert(static_cast<uint32_t>(std::atoi(line.c_str() + source.size() + 1)));
  }
  return lines;
}

// The same names as the frameworks have.
Status write_frameworks(const std::string& folder) {
  for (const char* name : {"gtest/gtest.h", "catch2/catch_test_macros.hpp", "doctest/doctest.h"}) {
    fs::path path = fs::path(folder) / name;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    CUTAWAY_TRY(write_file(path.string(), k_check_main));
  }
  return Ok{};
}

Result<std::vector<std::string>> objects_of(const std::vector<const Unit*>& units) {
  CUTAWAY_ASSIGN(std::string cache, cache_folder());
  std::error_code error;
  fs::create_directories(cache + "/objects", error);
  CUTAWAY_ASSIGN(UnitCompiler compiler, UnitCompiler::create(cache + "/objects", ""));
  std::vector<UnitJob> jobs;
  for (const Unit* unit : units) jobs.push_back({unit, {}, 0});
  CUTAWAY_TRY(compiler.compile(jobs, {}));
  std::vector<std::string> objects;
  for (const UnitJob& job : jobs) objects.push_back(compiler.object_of(job));
  return objects;
}

// The same with places that tell when they are reached.
Result<std::vector<std::string>> covered_objects_of(const std::vector<const Unit*>& units,
                                                    const std::string& folder) {
  std::vector<std::string> objects;
  for (const Unit* unit : units) {
    std::string stem = fmt::format("{}/{}", folder, objects.size());
    CUTAWAY_ASSIGN(std::string bitcode, read_bitcode(unit->name));
    CUTAWAY_TRY(write_file(stem + ".bc", bitcode));
    objects.push_back(stem + ".o");
    CUTAWAY_ASSIGN(std::vector<std::string> words, compiler());
    words.insert(words.end(),
                 {"-O1", "-fPIE", "-Wno-everything", "-fsanitize-coverage=trace-pc-guard", "-c",
                  stem + ".bc", "-o", stem + ".o"});
    CUTAWAY_ASSIGN(ProcessOutput done, run_and_capture(words, {}, k_compile_ms));
    if (done.end.exit_status != 0) return user_fault(unit->source, first_error(done.text));
  }
  return objects;
}

Result<std::vector<std::string>> compile_words(const CheckedTest& checked,
                                               const std::string& folder) {
  CUTAWAY_ASSIGN(std::vector<std::string> words, compiler());
  words.insert(words.end(), {"-Wall", "-Wextra", "-O0", "-gline-tables-only"});
  bool has_standard = false;
  for (const std::string& option : checked.compilation->options) {
    has_standard = has_standard || option.starts_with("-std=");
    words.push_back(option);
  }
  if (!has_standard) words.emplace_back("-std=c++17");
  words.push_back("-I" + folder);
  for (const std::string& path : checked.compilation->include_dirs)
    words.push_back(include_option_of_test(*checked.compilation, path));
  for (const std::string& path : checked.test->folders)
    words.push_back(include_option_of_test(*checked.compilation, path));
  return words;
}

// The unit of main, by the file that stands beside the test.
Result<std::string> object_of_main(const CheckedTest& checked, const std::string& folder) {
  const std::string& source = checked.compilation->source_of_main;
  bool is_c = fs::path(source).extension() == ".c";
  std::string path = folder + "/program_main" + fs::path(source).extension().string();
  CUTAWAY_TRY(write_file(path, rename_main(source)));
  CUTAWAY_ASSIGN(std::vector<std::string> words, compile_words(checked, folder));
  if (is_c) {
    std::erase_if(words, [](const std::string& word) { return word.starts_with("-std="); });
    words.insert(words.end(), {"-x", "c"});
  }
  words.insert(words.end(), {"-w", "-c", path, "-o", folder + "/program_main.o"});
  CUTAWAY_ASSIGN(ProcessOutput done, run_and_capture(words, {}, k_compile_ms));
  if (done.end.exit_status != 0 || done.end.signal != 0)
    return user_fault("", "the file of main does not compile: " + first_error(done.text));
  return folder + "/program_main.o";
}

// How the run ended: the first line of the report, and the frames of its stack.
struct RunReport {
  std::string end;
  std::vector<Frame> stack;
  std::vector<std::string> learned;
  std::set<std::string> covered;
  std::set<uint32_t> differing;
  uint32_t test_line = 0;  // of the frame of the test's body
  ProcessOutput process;
};

std::string from_hex(const std::string& digits) {
  std::string text;
  for (size_t i = 0; i + 1 < digits.size(); i += 2) {
    unsigned code = 0;
    std::from_chars(digits.data() + i, digits.data() + i + 2, code, 16);
    text += static_cast<char>(code);
  }
  return text;
}

Result<RunReport> run_test(const std::string& program, const std::string& folder) {
  std::string path = folder + "/report";
  CUTAWAY_ASSIGN(ProcessOutput process,
                 run_and_capture({program}, {{"CUTAWAY_CHECK_REPORT", path}}, k_run_ms, folder));
  RunReport report;
  report.process = std::move(process);
  auto text = read_file(path);
  if (!text) return report;
  StackNames names;
  names.add_module(static_cast<ModuleId>(1), program);
  for (const std::string& line : split(*text, '\n')) {
    if (line.starts_with("learned ")) {
      report.learned.push_back(from_hex(line.substr(sizeof("learned ") - 1)));
      continue;
    }
    if (line.starts_with("covered ")) {
      uint64_t place = 0;
      std::from_chars(line.data() + 8, line.data() + line.size(), place, 16);
      for (const Frame& frame : names.frames_at({uint64_t{1} << k_module_bits | (place - 1)}))
        report.covered.insert(fmt::format("{} {}:{}", frame.linkage_name,
                                          fs::path(frame.file).filename().string(), frame.line));
      continue;
    }
    if (line.starts_with("differs ")) {
      report.differing.insert(static_cast<uint32_t>(std::atoi(line.c_str() + 8)));
      continue;
    }
    if (report.end.empty()) {
      constexpr std::string_view k_exception = "exception ";
      bool is_exception = line.starts_with(k_exception);
      report.end = is_exception ? "exception " + type_name(line.substr(k_exception.size())) : line;
      continue;
    }
    uint64_t offset = 0;
    std::from_chars(line.data(), line.data() + line.size(), offset, 16);
    if (offset == 0 || offset >> k_module_bits != 0) continue;
    // A return address: the call is before it.
    for (Frame frame : names.frames_at({uint64_t{1} << k_module_bits | (offset - 1)})) {
      if (frame.function == k_name_of_main) frame.function = "main";
      if (frame.function == "cutaway_check_body") report.test_line = frame.line;
      if (frame.function.find("cutaway_check") == std::string::npos &&
          frame.function != "__cxa_throw")
        report.stack.push_back(frame);
    }
  }
  return report;
}

bool is_same_place(const Failure& expected, const Failure& actual) {
  const Frame* a = place_of(expected);
  const Frame* b = place_of(actual);
  if (a == nullptr || a->file.empty()) return true;
  if (b == nullptr) return false;
  // The optimiser may give an instruction the line of another one near it.
  constexpr int64_t k_farthest = 5;
  int64_t distance = int64_t{a->line} - int64_t{b->line};
  return a->function == b->function && std::abs(distance) <= k_farthest;
}

// "path/zone.cc:12:3: runtime error: ..."
bool is_undefined_there(const Failure& failure, const std::string& text) {
  for (const std::string& line : split(text, '\n')) {
    size_t what = line.find(": runtime error: ");
    if (what == std::string::npos) continue;
    std::vector<std::string> parts = split(line.substr(0, what), ':');
    const Frame* place = place_of(failure);
    if (place == nullptr || place->file.empty() || parts.size() < 3) return true;
    constexpr int64_t k_farthest = 5;
    int64_t distance = int64_t{place->line} - std::atoi(parts[parts.size() - 2].c_str());
    bool is_same_file =
        fs::path(parts[parts.size() - 3]).filename() == fs::path(place->file).filename();
    if (is_same_file && std::abs(distance) <= k_farthest) return true;
  }
  return false;
}

bool is_same(const Failure& failure, const RunReport& report) {
  Failure actual;
  actual.kind = failure.kind;
  actual.stack = report.stack;
  switch (failure.kind) {
    case FailureKind::None:
      return report.end == "passed" && report.differing.empty();
    case FailureKind::Exception:
      return report.end == "exception " + failure.type && is_same_place(failure, actual);
    case FailureKind::Exit:
      return report.end.empty() && report.process.end.exit_status == failure.status;
    case FailureKind::Sanitizer:
      if (!failure.message.starts_with("AddressSanitizer"))
        return is_undefined_there(failure, report.process.text);
      return report.process.text.find(failure.message.substr(0, failure.message.find('#'))) !=
             std::string::npos;
    case FailureKind::Overflow:
    case FailureKind::Hang:
      return report.end == fmt::format("signal {}", signal_of(failure));
    case FailureKind::Output:
    case FailureKind::Script:
      return false;
    default:
      return report.end == fmt::format("signal {}", signal_of(failure)) &&
             is_same_place(failure, actual);
  }
}

std::string describe_end(const RunReport& report) {
  if (report.process.end.timed_out) return "it does not end";
  if (!report.differing.empty()) return "it differs";
  if (report.end == "passed") return "it passes";
  std::string text = report.end;
  if (text.empty()) text = fmt::format("it ends with status {}", report.process.end.exit_status);
  if (text.starts_with("signal ")) text = signal_name(std::atoi(text.c_str() + 7));
  Failure actual;
  actual.stack = report.stack;
  const Frame* frame = place_of(actual);
  if (frame == nullptr) return text;
  return fmt::format("{} in {} ({}:{})", text, frame->function,
                     fs::path(frame->file).filename().string(), frame->line);
}

}  // namespace

Result<CheckOutcome> check_test(const CheckedTest& checked, const Failure& failure) {
  CUTAWAY_ASSIGN(TempDir folder, TempDir::create());
  CUTAWAY_TRY(write_frameworks(folder.path()));
  CUTAWAY_ASSIGN(std::vector<std::string> objects,
                 checked.measures_coverage ? covered_objects_of(checked.units, folder.path())
                                           : objects_of(checked.units));
  std::string source = folder.path() + "/" + checked.test->name + ".cc";
  std::string program = folder.path() + "/test";
  CUTAWAY_TRY(write_file(source, checked.test->text));
  for (const FileBeside& file : checked.test->beside)
    CUTAWAY_TRY(write_file(folder.path() + "/" + file.name, file.content));
  CUTAWAY_ASSIGN(std::vector<std::string> words, compile_words(checked, folder.path()));
  if (failure.kind == FailureKind::None) words.emplace_back("-DCUTAWAY_CHECK_PASSES");
  words.push_back(source);
  words.insert(words.end(), objects.begin(), objects.end());
  if (!checked.compilation->source_of_main.empty()) {
    CUTAWAY_ASSIGN(std::string object, object_of_main(checked, folder.path()));
    words.push_back(object);
  }
  for (const std::string& library : checked.compilation->libraries) words.push_back(library);
  for (const char* word : {"-fuse-ld=lld", "-o"}) words.emplace_back(word);
  words.push_back(program);
  CUTAWAY_ASSIGN(ProcessOutput compiled, run_and_capture(words, {}, k_compile_ms));
  CheckOutcome outcome;
  outcome.needs_casts = compiled.text.find("-Wunused-result") != std::string::npos ||
                        compiled.text.find("-Wunused-value") != std::string::npos;
  if (!outcome.needs_casts) outcome.bad_lines = lines_of(compiled.text, source);
  if (compiled.end.exit_status != 0 || compiled.end.signal != 0) {
    outcome.is_no_code = true;
    outcome.what = "it does not compile: " + first_error(compiled.text);
    return outcome;
  }
  if (std::string warning = first_warning(compiled.text, source);
      !outcome.needs_casts && !warning.empty()) {
    outcome.what = "the compiler warns: " + warning;
    return outcome;
  }
  CUTAWAY_ASSIGN(RunReport report, run_test(program, folder.path()));
  outcome.is_as_recorded = is_same(failure, report);
  outcome.what = describe_end(report);
  outcome.line = report.test_line;
  outcome.bad_lines = std::move(report.differing);
  outcome.learned = std::move(report.learned);
  outcome.covered.assign(report.covered.begin(), report.covered.end());
  return outcome;
}

}  // namespace cutaway
