// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "against/against.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "against/baseline.h"
#include "against/changed_program.h"
#include "against/test_recording.h"
#include "against/translation.h"
#include "base/text.h"
#include "failure/conditions.h"
#include "recording/describe.h"
#include "recording/install_paths.h"
#include "replay/replay_report.h"
#include "shrink/outcomes.h"

namespace cutaway {
namespace {

constexpr uint64_t k_least_test_ms = 10'000;
constexpr uint64_t k_patience = 20;  // times what the recorded program needs
constexpr uint32_t k_hang_ms = 1000;

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

// Of the recorded program, from its file or, if that is not there, from what the recording keeps.
RecordedImage image_of(const Module& module, const RecordingReader& reader) {
  if (auto kept = find_kept_image(reader, module.id)) return std::move(*kept);
  auto elf = ElfImage::open(module.path);
  if (elf && elf->build_id() == module.build_id) {
    if (auto image = read_recorded_image(module.path)) return std::move(*image);
  }
  RecordedImage image;
  image.symbols = reader.symbols().symbols_of(module.id);
  for (const auto& [offset, text] : reader.symbols().literals_of(module.id)) {
    RecordedImage::Piece piece{offset, {text.begin(), text.end()}};
    piece.bytes.push_back(0);
    image.pieces.push_back(std::move(piece));
  }
  return image;
}

std::vector<ChangedModule> match_modules(const std::vector<Module>& modules,
                                         const ChangedProgram& program,
                                         const RecordingReader& reader, bool is_test) {
  std::vector<ChangedModule> matched;
  for (const Module& module : modules) {
    if (!module.is_woven) continue;
    ChangedModule changed{module.id, "", image_of(module, reader)};
    if (&module == &modules.front()) {
      changed.path = program.woven;
    } else {
      auto is_same = [&](const std::string& path) {
        return file_name(path) == file_name(module.path);
      };
      auto found = std::ranges::find_if(program.libraries, is_same);
      if (found != program.libraries.end()) changed.path = real_path(*found);
      else if (is_test) changed.path = program.woven;
    }
    matched.push_back(std::move(changed));
  }
  return matched;
}

Result<PreparedReplay> prepare(const std::string& recording, const ChangedProgram& program,
                               const RunInfo& info, const Baseline& baseline, UniqueFd log) {
  PreparedReplay replay;
  replay.recording = recording;
  replay.program = program.woven;
  replay.log = std::move(log);
  CUTAWAY_ASSIGN(std::string library, find_library("libcutaway_shrink.so"));
  CUTAWAY_ASSIGN(std::string preload, preload_list({library}));
  int ends[2];
  if (::pipe(ends) != 0) return system_error("replay", "create a pipe", errno);
  replay.report_reads = UniqueFd(ends[0]);
  replay.report_writes = UniqueFd(ends[1]);
  ::fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  CUTAWAY_ASSIGN(replay.releases, make_unlinked_file());
  if (baseline.releases) {
    CUTAWAY_TRY(write_all(replay.releases.get(), std::as_bytes(std::span(*baseline.releases)),
                          "list of released blocks"));
  }
  replay.environment = {{"CUTAWAY_LOG", fmt::format("/proc/self/fd/{}", replay.log.get())},
                        {"CUTAWAY_OPTIONS", ""},
                        {"LD_PRELOAD", preload}};
  if (!info.conditions.empty())
    replay.environment.emplace_back(CUTAWAY_ENV_WATCH, join(info.conditions, "\n"));
  if (!program.library_path.empty())
    replay.environment.emplace_back("LD_LIBRARY_PATH", program.library_path);
  return replay;
}

// Lines move and files do, too; the function stays.
bool is_same_failure(Failure a, Failure b) {
  for (Failure* failure : {&a, &b}) {
    for (Frame& frame : failure->stack) {
      frame.line = 0;
      // Which of a library's headers a frame is of still counts.
      if (!frame.file.starts_with("/usr/")) frame.file.clear();
    }
  }
  // A recording of which only the signal is known.
  if (a.stack.empty() && a.kind == FailureKind::Signal && b.kind != FailureKind::None)
    return a.signal == b.signal;
  return signature_of(a) == signature_of(b);
}

const char* compare_failures(const Failure& recorded, const Failure& now) {
  bool failed = recorded.kind != FailureKind::None;
  bool fails = now.kind != FailureKind::None;
  if (!failed) return fails ? "new" : "none";
  if (!fails) return "gone";
  return is_same_failure(recorded, now) ? "same" : "other";
}

// What tells one difference from another.
std::string key_of(const Json& difference) {
  std::string key = fmt::format("{} {}", get_number<uint64_t>(difference, "incall"),
                                get_number<uint64_t>(difference, "index"));
  for (const char* part :
       {"what", "function_name", "site_name", "call", "actual_value", "actual_text", "actual_type"})
    key += "|" + get_text(difference, part);
  return key;
}

// The recording, run on one program.
struct ProgramRun {
  bool has_run = false;
  TestOutcome outcome{};
  std::vector<Json> differences;  // explained
  Failure failure;
  std::vector<GoneFunction> gone;

  bool has_ended() const {
    return has_run && (outcome.verdict == k_verdict_passed || outcome.verdict == k_verdict_failed);
  }
  bool is_stopped() const { return has_run && outcome.verdict == k_verdict_stopped; }
};

class Session {
 public:
  Session(const std::string& recording, const AgainstOptions& options)
      : recording_(recording), options_(options) {}

  Result<std::vector<std::string>> list_own() {
    CUTAWAY_ASSIGN(tree_, read_incalls(recording_));
    CUTAWAY_ASSIGN(RecordingReader reader, RecordingReader::open(recording_));
    info_ = reader.info();
    CUTAWAY_ASSIGN(baseline_, make_baseline(recording_, tree_, options_.replay));
    CUTAWAY_TRY(find_own_differences(reader));
    return std::vector<std::string>(own_differences_.begin(), own_differences_.end());
  }

  Result<Json> run() {
    CUTAWAY_ASSIGN(tree_, read_incalls(recording_));
    CUTAWAY_ASSIGN(RecordingReader reader, RecordingReader::open(recording_));
    info_ = reader.info();
    if (tree_.count() == 0 || tree_.modules.empty())
      return user_fault(recording_, "there is nothing to replay: the inside was never called",
                        fmt::format("cutaway show {}", shell_quote({recording_})));
    CUTAWAY_ASSIGN(ChangedProgram program,
                   weave_changed(options_.program, info_, options_.progress));
    CUTAWAY_ASSIGN(baseline_, make_baseline(recording_, tree_, options_.replay));
    if (info_.shrunk_from != 0) CUTAWAY_TRY(find_own_differences(reader));
    CUTAWAY_ASSIGN(ProgramRun found, run_on(program, reader, options_));
    return report(program, found);
  }

 private:
  // A part of a recording departs from it by itself, where calls are left out. The recorded program
  // tells how, if it is there.
  Status find_own_differences(const RecordingReader& reader) {
    if (auto kept = find_kept_differences(reader)) {
      own_differences_ = {kept->begin(), kept->end()};
      return Ok{};
    }
    ChangedProgram recorded{info_.program, info_.program, info_.library_path, {}};
    for (const Module& module : tree_.modules) recorded.libraries.push_back(module.path);
    auto image = ElfImage::open(info_.program);
    if (!image || image->build_id() != tree_.modules.front().build_id) {
      has_own_differences_ = true;
      return Ok{};
    }
    CUTAWAY_ASSIGN(ProgramRun own, run_on(recorded, reader, {"", options_.replay}));
    for (const Json& difference : own.differences) own_differences_.insert(key_of(difference));
    return Ok{};
  }

  bool is_own(const Json& difference) const {
    return own_differences_.contains(key_of(difference));
  }

  Result<ProgramRun> run_on(const ChangedProgram& program, const RecordingReader& reader,
                            const AgainstOptions& options) {
    CUTAWAY_ASSIGN(
        Translation translation,
        translate(baseline_.log, match_modules(tree_.modules, program, reader, options.is_test)));
    ProgramRun run;
    run.gone = std::move(translation.gone);
    Elements kept;
    for (uint32_t i = 0; i < translation.can_run.size(); ++i)
      if (translation.can_run[i]) kept.push_back(i);
    kept = tree_.reachable(kept);
    if (program.woven.empty() || kept.empty()) return run;
    CUTAWAY_ASSIGN(PreparedReplay replay,
                   prepare(recording_, program, info_, baseline_, std::move(translation.log)));
    CUTAWAY_ASSIGN(TestServer server,
                   TestServer::start(std::move(replay), tree_.count(), tree_.patches.size(),
                                     options_.replay.is_sandboxed, baseline_.releases.has_value()));
    uint64_t most = options.stops || options.ask ? 1 : 0;
    while (true) {
      CUTAWAY_TRY(run_test(server, kept, most, &run));
      if (!run.is_stopped() || run.differences.empty()) break;
      const Json& last = run.differences.back();
      if (!is_own(last) && (!options.ask || !options.ask(last))) break;
      ++most;  // it is run again: tests are alike
    }
    StackNames names;
    for (const auto& [id, path] : translation.loaded) names.add_module(id, path);
    run.failure = failure_of(run.outcome, names);
    return run;
  }

  Status run_test(TestServer& server, const Elements& kept, uint64_t most, ProgramRun* run) {
    uint32_t flags = k_test_against;
    if (!baseline_.has_live_functions) flags |= k_test_no_live;
    if (baseline_.has_live_numbers) flags |= k_test_numbers;
    uint64_t timeout_ms = options_.replay.timeout_ms != 0
                              ? static_cast<uint64_t>(options_.replay.timeout_ms)
                              : k_least_test_ms + k_patience * baseline_.used_us / 1000;
    CUTAWAY_ASSIGN(run->outcome,
                   server.run({.incalls = kept.size() < tree_.count() ? &kept : nullptr,
                               .flags = flags,
                               .timeout_ms = static_cast<uint32_t>(timeout_ms),
                               .hang_ms = has_hang(info_.conditions) ? k_hang_ms : 0,
                               .most_differences = most}));
    run->has_run = true;
    CUTAWAY_ASSIGN(std::string text, server.differences());
    run->differences.clear();
    for (const std::string& line : split(text, '\n')) {
      Json json = Json::parse(line, nullptr, false);
      if (json.is_object() && run->differences.size() < run->outcome.differences)
        run->differences.push_back(explain(json, kept));
    }
    return Ok{};
  }

  static Json explain(const Json& difference, const Elements& kept) {
    Json json = explain_report(difference);
    // The number in the part that could run becomes that of the recording.
    uint64_t incall = get_number<uint64_t>(json, "incall");
    if (incall != 0 && incall <= kept.size()) json["incall"] = kept[incall - 1] + 1;
    for (const char* key : {"expected_type", "actual_type"}) {
      std::string type = get_text(json, key);
      if (!type.empty()) json[key] = type_name(type);
    }
    if (json.contains("last_crossings") && !json["last_crossings"].empty())
      json["call"] = get_text(json["last_crossings"].front(), "line");
    json.erase("last_crossings");
    return json;
  }

  Json report(const ChangedProgram& program, const ProgramRun& run) {
    Json differences = Json::array();
    uint64_t count = run.outcome.differences;
    for (const Json& difference : run.differences) {
      if (is_own(difference)) --count;
      else differences.push_back(difference);
    }
    Json gone = Json::array();
    for (const GoneFunction& function : run.gone)
      gone.push_back({{"function", short_name(function.name)},
                      {"place", function.place},
                      {"why", function.why},
                      {"incalls", function.incalls}});
    std::string compared =
        run.has_ended() ? compare_failures(baseline_.failure, run.failure) : "unknown";
    bool cannot_run = !gone.empty() || (!run.has_ended() && !run.is_stopped());
    bool is_same = count == 0 && (compared == "same" || compared == "none");
    Json json = {{"recording", recording_},
                 {"against", program.path},
                 {"outcome", cannot_run ? "cannot_run"
                             : is_same  ? "same"
                                        : "differs"},
                 {"differences", std::move(differences)},
                 {"difference_count", count},
                 {"incalls", run.outcome.incalls},
                 {"recorded_incalls", tree_.count()},
                 {"gone", std::move(gone)},
                 {"stopped", run.is_stopped()},
                 {"failure", {{"difference", compared}}}};
    if (baseline_.failure.kind != FailureKind::None)
      json["failure"]["recorded"] = to_json(baseline_.failure);
    if (run.failure.kind != FailureKind::None) json["failure"]["now"] = to_json(run.failure);
    if (!run.has_run) json["why"] = "nothing that the recording calls is left";
    else if (!run.has_ended() && !run.is_stopped()) json["why"] = describe_verdict(run.outcome);
    std::string note = baseline_.note;
    if (has_own_differences_)
      note =
          "the recorded program is not there: listed is also how a shrunk recording departs from "
          "the run that it is a part of";
    if (!note.empty()) json["note"] = note;
    return json;
  }

  const std::string& recording_;
  const AgainstOptions& options_;
  IncallTree tree_;
  RunInfo info_;
  Baseline baseline_;
  std::set<std::string> own_differences_;
  bool has_own_differences_ = false;  // and it is not known which
};

}  // namespace

Result<Json> replay_against(const std::string& recording, const AgainstOptions& options) {
  return Session(recording, options).run();
}

Result<std::vector<std::string>> list_own_differences(const std::string& recording,
                                                      const ReplayOptions& options) {
  const AgainstOptions own{"", options};
  return Session(recording, own).list_own();
}

int exit_code_of_against(const Json& report) {
  return get_text(report, "outcome") == "same" ? 0 : static_cast<int>(ErrorCode::Diverged);
}

}  // namespace cutaway
