// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "debug/debug_session.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/temporary_file.h"
#include "debug/levels.h"
#include "recording/recording_reader.h"
#include "zoom/zoom_session.h"

namespace cutaway {
namespace {

struct Probe {
  Failure failure;
  uint64_t incalls = 0;
  std::vector<WovenFunction> functions;
};

Result<Probe> probe(const std::string& recording, const DebugOptions& options) {
  OracleOptions limits = options.shrink.limits;
  limits.only_reproduces = true;
  CUTAWAY_ASSIGN(Oracle oracle, Oracle::create(recording, options.shrink.replay, limits));
  Probe found{oracle.failure(), oracle.tree().count(), {}};
  for (const Module& module : oracle.tree().modules) {
    if (!module.is_woven) continue;
    CUTAWAY_ASSIGN(ElfImage image, ElfImage::open(module.path));
    if (!image.woven()) continue;
    const auto& functions = image.woven()->functions;
    found.functions.insert(found.functions.end(), functions.begin(), functions.end());
  }
  return found;
}

Status shrink_to_level(const std::string& recording, const Failure& failure,
                       const DebugOptions& options, Level* level) {
  TemporaryFile zoomed(level->recording + ".zoomed");
  ZoomOptions how;
  how.groups = level->inside;
  how.output = zoomed.path();
  how.may_replace = true;
  how.replay = options.shrink.replay;
  how.is_of_hang = options.shrink.limits.hang_ms != 0;
  if (how.is_of_hang) how.replay.timeout_ms = static_cast<int>(options.shrink.limits.hang_ms);
  CUTAWAY_ASSIGN(ZoomOutcome outcome, zoom(recording, how));
  if (!outcome.has_recording)
    return internal_error(recording, "the replay did not follow the recording while zooming");
  CUTAWAY_ASSIGN(level->shrunk,
                 shrink(zoomed.path(), level->recording, options.may_replace, options.shrink));
  if (signature_of(level->shrunk.failure) != signature_of(failure)) {
    return Error{ErrorCode::NotReproduced, "",
                 "fails otherwise at this level: " + describe(level->shrunk.failure), ""};
  }
  return Ok{};
}

using Deadline = std::optional<std::chrono::steady_clock::time_point>;

// With an equal share of the time that is left, so that one slow level leaves some to the others.
DebugOptions options_of_level(const DebugOptions& options, const Deadline& deadline,
                              size_t levels_left) {
  DebugOptions own = options;
  if (!deadline) return own;
  auto now = std::chrono::steady_clock::now();
  own.shrink.limits.deadline = now + (*deadline - now) / static_cast<int64_t>(levels_left);
  // A zoom is one replay, and without it the level has nothing.
  constexpr int64_t k_least_ms = 10'000;
  auto left = std::chrono::duration_cast<std::chrono::milliseconds>(*deadline - now).count();
  own.shrink.replay.timeout_ms = static_cast<int>(std::clamp<int64_t>(left, k_least_ms, INT32_MAX));
  return own;
}

bool is_time_up(const DebugOptions& options, const Deadline& deadline) {
  OracleOptions limits = options.shrink.limits;
  limits.deadline = deadline;
  return limits.is_time_up();
}

Status shrink_level(const std::string& recording, const Failure& failure,
                    const DebugOptions& options, Level* level) {
  if (!level->inside.empty()) {
    CUTAWAY_TRY(shrink_to_level(recording, failure, options, level));
  } else {
    CUTAWAY_ASSIGN(level->shrunk,
                   shrink(recording, level->recording, options.may_replace, options.shrink));
  }
  CUTAWAY_ASSIGN(level->calls, list_calls(level->recording));
  return Ok{};
}

}  // namespace

Result<DebugResult> debug_recording(const std::string& recording, const std::string& folder,
                                    const DebugOptions& options) {
  Deadline deadline;
  if (options.timeout.count() != 0) deadline = std::chrono::steady_clock::now() + options.timeout;
  CUTAWAY_ASSIGN(Probe whole, probe(recording, options));
  DebugResult result;
  result.failure = whole.failure;
  if (options.failure_known) options.failure_known(whole.failure, whole.incalls);
  auto levels =
      options.has_levels ? find_levels(whole.failure, whole.functions) : std::vector<LevelPlan>();
  if (levels.empty()) levels.push_back({"the recorded inside", {}});
  // At no level does it happen: code that belongs to whoever calls it.
  bool is_cut_out = true;
  for (size_t i = 0; i < levels.size(); ++i) {
    LevelPlan plan = levels[i];
    DebugOptions own = options_of_level(options, deadline, levels.size() - result.levels.size());
    Level level;
    level.name = std::move(plan.name);
    level.inside = std::move(plan.groups);
    level.recording = fmt::format("{}/{}", folder, result.levels.size() + 1);
    own.shrink.limits.log = level.recording + ".tests";
    // What goes wrong at one level need not at the others.
    Status done = shrink_level(recording, whole.failure, own, &level);
    if (!done) level.problem = to_text(done.error());
    is_cut_out = is_cut_out && !done && done.error().code == ErrorCode::NotReproduced;
    result.levels.push_back(std::move(level));
    if (options.level_done) options.level_done(result.levels.size(), result.levels.back());
    if (is_time_up(options, deadline)) break;
    bool is_last = result.levels.size() == levels.size() && !result.levels.back().inside.empty();
    if (is_last && is_cut_out) levels.push_back({"the recorded inside", {}});
  }
  return result;
}

}  // namespace cutaway
