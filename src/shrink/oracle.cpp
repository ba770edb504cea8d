// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shrink/oracle.h"

#include <fmt/format.h>

#include "recording/recording_reader.h"

namespace cutaway {
namespace {

constexpr int k_repetitions = 10;

Error not_reproduced(const std::string& recording, const std::string& why) {
  return Error{ErrorCode::NotReproduced, recording,
               "the recorded failure does not happen again when it is replayed: " + why,
               fmt::format("cutaway replay {}", recording)};
}

}  // namespace

Result<Oracle> Oracle::create(const std::string& recording, const ReplayOptions& how,
                              OracleLimits limits) {
  CUTAWAY_ASSIGN(IncallTree tree, read_incalls(recording));
  if (!tree.has_failure || tree.failing.empty()) {
    return not_reproduced(recording, tree.has_failure ? "it failed while no inside code ran"
                                                      : "the recording has no failure");
  }
  CUTAWAY_ASSIGN(RecordingReader reader, RecordingReader::open(recording));
  ReplayOptions options = how;
  options.library = "libcutaway_shrink.so";
  CUTAWAY_ASSIGN(PreparedReplay replay, prepare_replay(reader, options));
  CUTAWAY_ASSIGN(TestServer server, TestServer::start(std::move(replay), tree.count(),
                                                      tree.patches.size(), how.is_sandboxed));
  Oracle oracle(std::move(server), std::move(tree), std::move(limits));
  for (const Module& module : oracle.tree_.modules)
    oracle.names_.add_module(module.id, module.path);
  CUTAWAY_TRY(oracle.reproduce());
  CUTAWAY_TRY(oracle.learn());
  return oracle;
}

std::string Oracle::signature(const CutawayTestOutcome& outcome) {
  return outcome.verdict == k_verdict_failed ? signature_of(failure_of(outcome, names_)) : "";
}

// A part does less than the whole; where it does more it is most likely in an endless loop.
void Oracle::set_time_limit(const CutawayTestOutcome& whole) {
  constexpr uint64_t k_factor = 4, k_least_ms = 100;
  if (limits_.test_timeout_ms == 0)
    limits_.test_timeout_ms = static_cast<uint32_t>(k_least_ms + k_factor * whole.used_us / 1000);
}

// A recording that failed always fails; if not, nothing that comes out of it could be trusted.
Status Oracle::reproduce() {
  for (int i = 0; i < k_repetitions; ++i) {
    CUTAWAY_ASSIGN(CutawayTestOutcome outcome, server_.run({}));
    if (outcome.verdict != k_verdict_failed) return not_reproduced("", describe_verdict(outcome));
    if (i == 0) {
      set_time_limit(outcome);
      failure_ = failure_of(outcome, names_);
      signature_ = signature_of(failure_);
    } else if (signature(outcome) != signature_) {
      return not_reproduced("", "it fails differently: " + describe(failure_of(outcome, names_)));
    }
  }
  return Ok{};
}

// Finds out what functions of libraries do, and what memory the recording reads.
Status Oracle::learn() {
  CUTAWAY_TRY(learn_traced());
  // What was learned must not change the whole.
  CUTAWAY_ASSIGN(CutawayTestOutcome again, server_.run({.flags = flags_}));
  if (signature(again) == signature_) return Ok{};
  flags_ |= k_test_no_live;
  CUTAWAY_TRY(learn_traced());
  CUTAWAY_ASSIGN(again, server_.run({.flags = flags_}));
  if (signature(again) == signature_) return Ok{};
  return not_reproduced("", describe_verdict(again));
}

Status Oracle::learn_traced() {
  const uint32_t flags = k_test_learn | k_test_traced;
  CUTAWAY_ASSIGN(CutawayTestOutcome outcome, server_.run({.flags = flags | flags_}));
  if (outcome.live_failed != 0 && (flags_ & k_test_no_live) == 0) {
    flags_ |= k_test_no_live;
    CUTAWAY_ASSIGN(outcome, server_.run({.flags = flags | flags_}));
  }
  is_traced_ = outcome.verdict == k_verdict_failed;
  if (is_traced_) {
    traced_signature_ = signature(outcome);
    CUTAWAY_ASSIGN(dependences_, server_.dependences());
    return Ok{};
  }
  // Without a trace live functions must be found out all the same.
  CUTAWAY_TRY(server_.run({.flags = k_test_learn | flags_}));
  return Ok{};
}

bool Oracle::is_over() const {
  if (limits_.max_tests != 0 && server_.test_count() >= limits_.max_tests) return true;
  return limits_.is_over && limits_.is_over();
}

TestRequest Oracle::request_for(const Part& part, uint32_t flags) const {
  // Tracing is slower by far.
  uint32_t factor = (flags & k_test_traced) != 0 ? 50 : 1;
  return {.incalls = &part.incalls,
          .patches = part.patches ? &*part.patches : nullptr,
          .edits = &part.edits,
          .flags = flags | flags_,
          .timeout_ms = factor * limits_.test_timeout_ms};
}

Result<bool> Oracle::fails_with(const Part& part, uint32_t flags, const std::string& wanted,
                                CutawayTestOutcome* outcome) {
  CUTAWAY_ASSIGN(*outcome, server_.run(request_for(part, flags)));
  return signature(*outcome) == wanted;
}

Result<bool> Oracle::is_confirmed(const Part& part, const CutawayTestOutcome& outcome) {
  if (!part.edits.is_empty() && outcome.departed > most_departed_) return false;
  CutawayTestOutcome other;
  if (outcome.doubtful != 0) {
    for (uint32_t replaces : {k_test_replace_0, k_test_replace_1}) {
      CUTAWAY_ASSIGN(bool fails, fails_with(part, replaces, signature_, &other));
      if (!fails) return false;
    }
  }
  if (!is_traced_) return true;
  CUTAWAY_ASSIGN(bool fails, fails_with(part, k_test_traced, traced_signature_, &other));
  return fails && other.undefined == 0;
}

Status Oracle::compare_to(const Part& part) {
  CUTAWAY_ASSIGN(CutawayTestOutcome outcome, server_.run(request_for(part, 0)));
  most_departed_ = outcome.departed;
  return Ok{};
}

Status Oracle::start_test(Question& question, size_t number, Part part) {
  part.incalls = tree_.reachable(part.incalls);
  bool is_known = part.has_all_patches() && known_.contains(part.incalls);
  if (!is_known) {
    CUTAWAY_ASSIGN(uint64_t test, server_.submit(request_for(part, 0)));
    question.running[test] = number;
  }
  question.open[number].part = std::move(part);
  return Ok{};
}

Status Oracle::take_outcome(Question& question) {
  CUTAWAY_ASSIGN(CutawayTestOutcome outcome, server_.next());
  auto test = question.running.find(outcome.test);
  if (test == question.running.end()) return Ok{};
  if (auto open = question.open.find(test->second); open != question.open.end())
    open->second.outcome = outcome;
  question.running.erase(test);
  return Ok{};
}

Result<bool> Oracle::decide(Question& question, Test& test) {
  bool has_all_patches = test.part.has_all_patches();
  if (has_all_patches) {
    auto known = known_.find(test.part.incalls);
    if (known != known_.end()) return known->second;
  }
  bool fails = signature(*test.outcome) == signature_;
  if (fails) {
    // Confirming needs the server alone.
    while (!question.running.empty()) CUTAWAY_TRY(take_outcome(question));
    CUTAWAY_ASSIGN(fails, is_confirmed(test.part, *test.outcome));
  }
  if (has_all_patches) known_[test.part.incalls] = fails;
  return fails;
}

Result<std::optional<size_t>> Oracle::find_failing(size_t count,
                                                   const std::function<Part(size_t)>& make) {
  Question question;
  std::optional<size_t> found;
  size_t next = 0;
  // Decided in order, so that the answer is the same for any number of jobs.
  for (size_t first = 0; first < count && !found;) {
    for (; next < count && next - first < 2 * limits_.jobs &&
           question.running.size() < limits_.jobs && !is_over();
         ++next)
      CUTAWAY_TRY(start_test(question, next, make(next)));
    if (next == first) break;  // a limit is reached
    Test& test = question.open[first];
    bool is_known = test.part.has_all_patches() && known_.contains(test.part.incalls);
    if (!is_known && !test.outcome) {
      CUTAWAY_TRY(take_outcome(question));
      continue;
    }
    CUTAWAY_ASSIGN(bool fails, decide(question, test));
    if (fails) found = first;
    question.open.erase(first++);
  }
  while (!question.running.empty()) CUTAWAY_TRY(take_outcome(question));
  return found;
}

Result<bool> Oracle::fails(const Part& part) {
  CUTAWAY_ASSIGN(auto found, find_failing(1, [&](size_t) { return part; }));
  return found.has_value();
}

}  // namespace cutaway
