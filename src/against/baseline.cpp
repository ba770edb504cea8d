// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "against/baseline.h"

#include <fmt/format.h>

#include "recording/stream_end.h"
#include "shrink/outcomes.h"

namespace cutaway {
namespace {

// How the recording says that it ends.
Failure recorded_failure(const RunInfo& info, const StreamEnd& end) {
  if (Json json = Json::parse(info.failure, nullptr, false); json.is_object())
    return parse_failure(json);
  Failure failure;
  if (end.kind != EndKind::Failure) return failure;
  failure.kind = FailureKind::Signal;
  failure.signal = end.signal;
  return failure;
}

class Runner {
 public:
  Runner(TestServer& server, const IncallTree& tree) : server_(server) {
    for (const Module& module : tree.modules) names_.add_module(module.id, module.path);
  }

  Status run(bool is_part, bool has_live, Baseline* baseline) {
    flags_ = has_live ? 0u : uint32_t{k_test_no_live};
    if (baseline->has_live_numbers) flags_ |= k_test_numbers;
    CUTAWAY_ASSIGN(TestOutcome first, server_.run({.flags = flags_}));
    baseline->used_us = first.used_us;
    baseline->failure = failure_of(first, names_);
    bool is_usable = first.verdict == k_verdict_passed || first.verdict == k_verdict_failed;
    if (!is_usable)
      baseline->note =
          "the recorded program does not follow the recording: " + describe_verdict(first);
    baseline->has_live_functions = has_live;
    if (!is_usable || is_part) return Ok{};
    expected_ = signature_of(baseline->failure);
    CUTAWAY_ASSIGN(bool is_learned, learn());
    if (!is_learned && flags_ == 0) {
      flags_ = k_test_no_live;
      CUTAWAY_ASSIGN(is_learned, learn());
    }
    baseline->has_live_functions = is_learned && flags_ == 0;
    if (!is_learned) return Ok{};
    CUTAWAY_ASSIGN(WrittenPart whole, server_.write({}));
    baseline->log = whole.raw_log;
    baseline->releases = std::move(whole.releases);
    return Ok{};
  }

 private:
  // What was learned must not change the run.
  Result<bool> learn() {
    CUTAWAY_ASSIGN(TestOutcome learned, server_.run({.flags = k_test_learn | flags_}));
    if (learned.live_failed != 0 && flags_ == 0) return false;
    CUTAWAY_ASSIGN(TestOutcome again, server_.run({.flags = flags_}));
    bool has_ended = again.verdict == k_verdict_passed || again.verdict == k_verdict_failed;
    return has_ended && signature_of(failure_of(again, names_)) == expected_;
  }

  TestServer& server_;
  StackNames names_;
  uint32_t flags_ = 0;
  std::string expected_;
};

}  // namespace

Result<Baseline> make_baseline(const std::string& recording, const IncallTree& tree,
                               const ReplayOptions& options) {
  CUTAWAY_ASSIGN(RecordingReader whole, RecordingReader::open(recording));
  Baseline baseline;
  CUTAWAY_ASSIGN(baseline.unpacked, make_unlinked_file());
  CUTAWAY_ASSIGN(UnpackSummary stream, unpack(whole, baseline.unpacked.get()));
  baseline.log = fmt::format("/proc/self/fd/{}", baseline.unpacked.get());
  const RunInfo& info = whole.info();
  bool is_part = info.shrunk_from != 0;
  baseline.has_live_functions = is_part && info.has_live_functions;
  baseline.has_live_numbers = is_part && info.has_live_numbers;
  baseline.releases = info.releases;
  baseline.failure = recorded_failure(info, stream.end);
  // What a part needs to be run it says itself.
  if (is_part && baseline.failure.kind != FailureKind::None) return baseline;

  ReplayOptions how = options;
  how.library = "libcutaway_shrink.so";
  how.conditions = info.conditions;
  CUTAWAY_ASSIGN(RecordingReader reader, RecordingReader::open(recording));
  auto replay = prepare_replay(reader, how);
  if (!replay) {
    baseline.note = to_text(replay.error());
    return baseline;
  }
  CUTAWAY_ASSIGN(TestServer server,
                 TestServer::start(std::move(*replay), tree.count(), tree.patches.size(),
                                   how.is_sandboxed, info.releases.has_value()));
  baseline.server = std::make_unique<TestServer>(std::move(server));
  Status ran =
      Runner(*baseline.server, tree).run(is_part, !is_part || info.has_live_functions, &baseline);
  if (!ran) baseline.note = to_text(ran.error());
  return baseline;
}

}  // namespace cutaway
