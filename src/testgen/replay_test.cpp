// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "testgen/replay_test.h"

#include <fmt/format.h>

#include <filesystem>

#include "against/against.h"
#include "against/stand_ins.h"
#include "against/test_recording.h"
#include "base/file.h"
#include "base/process.h"
#include "base/text.h"
#include "debug/calls.h"
#include "testgen/class_shape.h"

namespace cutaway {
namespace {

namespace fs = std::filesystem;

constexpr int k_compile_ms = 300'000;

// Names for the test: those of the last call.
Result<TestScene> name_scene(const Script& script, DebugTypes* types) {
  TestScene scene;
  if (script.calls.empty()) return user_fault("", "there is no call");
  CUTAWAY_ASSIGN(const llvm::DISubprogram* function,
                 types->find_function(script.calls.back().function.name));
  if (function == nullptr) return scene;
  scene.failing_function = function->getName().str();
  if (const llvm::DICompositeType* type = class_of_member(function))
    scene.subject = type->getName().str();
  return scene;
}

Status run_command(const std::vector<std::string>& words) {
  CUTAWAY_ASSIGN(ProcessOutput done, run_and_capture(words, {}, k_compile_ms));
  if (done.end.exit_status == 0 && done.end.signal == 0) return Ok{};
  return user_fault("", fmt::format("{} fails: {}", shell_quote(words), done.text.substr(0, 400)));
}

// As cutaway_add_reproducer() does.
Status build_inside(const TestCompilation& compilation, const std::string& data,
                    const std::string& folder) {
  CUTAWAY_ASSIGN(RecordingReader reader, RecordingReader::open(data));
  std::string plan = folder + "/plan.json";
  CUTAWAY_TRY(write_file(plan, plan_of_test(reader.info())));
  CUTAWAY_TRY(write_file(folder + "/main.cc", "int main() {}\n"));
  std::vector<std::string> link = {"clang++-19", "-pie", "-o", folder + "/test",
                                   folder + "/main.cc"};
  if (has_asan(compilation)) link.emplace_back("-fsanitize=address");
  size_t number = 0;
  std::vector<std::string> sources = compilation.sources;
  if (!compilation.source_of_main.empty()) {
    const std::string& path = compilation.source_of_main;
    sources.push_back(folder + "/program_main" + fs::path(path).extension().string());
    CUTAWAY_TRY(write_file(sources.back(), rename_main(path)));
  }
  for (const std::string& source : sources) {
    bool is_c = fs::path(source).extension() == ".c";
    std::string object = fmt::format("{}/{}.o", folder, number++);
    std::vector<std::string> words = {tool_directory() + (is_c ? "/cutaway-cc" : "/cutaway-c++"),
                                      "--plan", plan, "-g", "-fPIE"};
    for (const std::string& option : compilation.options)
      if (!is_c || !option.starts_with("-std=")) words.push_back(option);
    for (const std::string& path : compilation.include_dirs) words.push_back("-I" + path);
    words.insert(words.end(), {"-c", source, "-o", object});
    CUTAWAY_TRY(run_command(words));
    link.push_back(object);
  }
  link.insert(link.end(), compilation.libraries.begin(), compilation.libraries.end());
  CUTAWAY_ASSIGN(int status, link_with_stand_ins(data, link));
  if (status != 0) return user_fault("", "the replay test cannot be linked");
  return Ok{};
}

Status check(const TestCompilation& compilation, const std::string& data,
             const ReplayOptions& replay) {
  CUTAWAY_ASSIGN(TempDir folder, TempDir::create());
  CUTAWAY_TRY(build_inside(compilation, data, folder.path()));
  AgainstOptions options{folder.path() + "/test", replay, false};
  options.is_test = true;
  CUTAWAY_ASSIGN(Json report, replay_against(data, options));
  std::string outcome = describe_test(report);
  if (outcome.starts_with("fails_as_recorded")) return Ok{};
  return user_fault("", "as a replay test it does not fail as recorded: " +
                            outcome.substr(0, outcome.find('\n', outcome.find('\n') + 1)));
}

Result<std::vector<std::string>> call_lines(const std::string& recording) {
  CUTAWAY_ASSIGN(std::vector<Call> calls, list_calls(recording));
  std::vector<std::string> lines;
  for (const Call& call : calls) lines.push_back(std::string(2 * call.depth, ' ') + call.text);
  return lines;
}

}  // namespace

Result<WrittenReplayTest> make_replay_test(const Script& script, const Failure& failure,
                                           DebugTypes* types, const std::string& obstacle,
                                           const ReplayTestOptions& options) {
  CUTAWAY_ASSIGN(TestParts parts, find_replay_parts(script, types));
  CUTAWAY_ASSIGN(TestScene scene, name_scene(script, types));
  WrittenReplayTest written;
  written.compilation = compilation_of(parts, *types, options.link_arguments);
  ReplayKind kind{obstacle, {}};
  CUTAWAY_ASSIGN(kind.calls, call_lines(options.recording));
  CUTAWAY_ASSIGN(written.text, write_replay_test(scene, failure, written.compilation, options.place,
                                                 options.framework, options.mode, kind));
  std::string data = options.data_folder + "/" + written.text.name + ".cut";
  CUTAWAY_TRY(write_test_recording(options.recording, data, true, options.replay));
  if (options.is_checked) CUTAWAY_TRY(check(written.compilation, data, options.replay));
  return written;
}

}  // namespace cutaway
