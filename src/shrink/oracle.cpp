// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shrink/oracle.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "recording/recording_reader.h"
#include "shrink/script.h"

namespace cutaway {
namespace {

constexpr int k_repetitions = 10;

Error not_reproduced(const std::string& recording, const std::string& why) {
  return Error{ErrorCode::NotReproduced, recording,
               "the recorded failure does not happen again when it is replayed: " + why,
               "cutaway replay " + shell_quote({recording})};
}

}  // namespace

bool OracleOptions::is_time_up() const {
  if (is_over && is_over()) return true;
  return deadline && std::chrono::steady_clock::now() > *deadline;
}

Result<Oracle> Oracle::create(const std::string& recording, const ReplayOptions& how,
                              OracleOptions limits) {
  CUTAWAY_ASSIGN(IncallTree tree, read_incalls(recording));
  CUTAWAY_ASSIGN(RecordingReader reader, RecordingReader::open(recording));
  ReplayOptions options = how;
  options.library = "libcutaway_shrink.so";
  if (!limits.script.empty()) options.conditions.push_back("capture");
  CUTAWAY_ASSIGN(PreparedReplay replay, prepare_replay(reader, options));
  CUTAWAY_ASSIGN(TestServer server,
                 TestServer::start(std::move(replay), tree.count(), tree.patches.size(),
                                   how.is_sandboxed, reader.info().releases.has_value()));
  Oracle oracle(std::move(server), std::move(tree), std::move(limits));
  oracle.recording_ = recording;
  oracle.is_part_ = reader.info().shrunk_from != 0;
  if (oracle.is_part_ && !reader.info().has_live_functions) oracle.flags_ = k_test_no_live;
  if (oracle.is_part_ && reader.info().has_live_numbers) oracle.flags_ |= k_test_numbers;
  for (const Module& module : oracle.tree_.modules)
    oracle.names_.add_module(module.id, module.path);
  oracle.server_.count_from(oracle.limits_.first_test);
  if (!oracle.limits_.log.empty()) CUTAWAY_TRY(oracle.server_.log_to(oracle.limits_.log));
  CUTAWAY_TRY(oracle.reproduce());
  // Without time there will be no tests that need it.
  if (!oracle.limits_.only_reproduces && !oracle.is_over()) CUTAWAY_TRY(oracle.learn());
  return oracle;
}

// Empty: the test does not fail.
Result<std::string> Oracle::signature(const TestOutcome& outcome) {
  bool has_failed = outcome.verdict == k_verdict_failed;
  if (limits_.script.empty())
    return has_failed ? signature_of(failure_of(outcome, names_)) : std::string();
  if (!has_failed && outcome.verdict != k_verdict_passed) return std::string();
  CUTAWAY_ASSIGN(bool is_kept,
                 does_script_keep(limits_.script, outcome, failure_of(outcome, names_)));
  return std::string(is_kept ? "script" : "");
}

// A part does less than the whole; where it does more it is most likely in an endless loop.
void Oracle::set_time_limit(const TestOutcome& whole) {
  constexpr uint64_t k_factor = 4, k_least_ms = 100;
  uint64_t used_ms =
      limits_.hang_ms != 0 ? whole.stream_ms + hang_ms_of_test() : whole.used_us / 1000;
  if (limits_.test_timeout_ms == 0)
    limits_.test_timeout_ms = static_cast<uint32_t>(k_least_ms + k_factor * used_ms);
}

// The incalls that were open when it failed.
void Oracle::set_failing(const TestOutcome& whole) {
  if (whole.verdict != k_verdict_failed || whole.failing == 0) return;
  if (whole.failing > tree_.count()) return;
  tree_.failing = tree_.with_callers({static_cast<uint32_t>(whole.failing - 1)});
}

// A recording that failed always fails; if not, nothing that comes out of it could be trusted.
Status Oracle::reproduce() {
  for (int i = 0; i < k_repetitions && (i == 0 || !is_over()); ++i) {
    const uint32_t hang_ms = i == 0 ? limits_.hang_ms : hang_ms_of_test();
    CUTAWAY_ASSIGN(TestOutcome outcome, server_.run({.flags = flags_, .hang_ms = hang_ms}));
    CUTAWAY_ASSIGN(std::string found, signature(outcome));
    if (found.empty() && i == 0 && has_live_functions()) {
      flags_ |= k_test_no_live;
      CUTAWAY_ASSIGN(outcome, server_.run({.flags = flags_, .hang_ms = hang_ms}));
      CUTAWAY_ASSIGN(found, signature(outcome));
    }
    if (found.empty()) return not_reproduced(recording_, describe_verdict(outcome));
    if (i == 0) {
      set_time_limit(outcome);
      set_failing(outcome);
      failure_ = failure_of(outcome, names_);
      if (failure_.kind == FailureKind::None) failure_.kind = FailureKind::Script;
      signature_ = found;
    } else if (found != signature_) {
      return not_reproduced(recording_,
                            "it fails differently: " + describe(failure_of(outcome, names_)));
    }
  }
  return Ok{};
}

// Short, so that there can be many tests.
uint32_t Oracle::hang_ms_of_test() const {
  constexpr uint32_t k_short_ms = 100;
  return std::min(limits_.hang_ms, k_short_ms);
}

Result<bool> Oracle::does_whole_fail() {
  CUTAWAY_ASSIGN(TestOutcome outcome, server_.run({.flags = flags_, .hang_ms = hang_ms_of_test()}));
  CUTAWAY_ASSIGN(std::string found, signature(outcome));
  last_verdict_ = describe_verdict(outcome);
  return found == signature_;
}

// `timeout_ms` 0: no limit, as of what is returned. A test need not be ended to the millisecond.
uint32_t Oracle::until_deadline(uint32_t timeout_ms) const {
  constexpr int64_t k_least_ms = 100, k_most_ms = INT32_MAX;
  if (!limits_.deadline) return timeout_ms;
  auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
      *limits_.deadline - std::chrono::steady_clock::now());
  auto left_ms = static_cast<uint32_t>(std::clamp<int64_t>(left.count(), k_least_ms, k_most_ms));
  return timeout_ms == 0 ? left_ms : std::min(timeout_ms, left_ms);
}

// Finds out what functions of libraries do, and what memory the recording reads.
Status Oracle::learn() {
  CUTAWAY_TRY(learn_traced());
  // What was learned must not change the whole.
  CUTAWAY_ASSIGN(bool fails, does_whole_fail());
  if (fails) return Ok{};
  if (!is_part_ && has_live_numbers()) {
    flags_ &= ~uint32_t{k_test_numbers};
    CUTAWAY_ASSIGN(fails, does_whole_fail());
    if (fails) return Ok{};
  }
  flags_ |= k_test_no_live;
  CUTAWAY_TRY(learn_traced());
  CUTAWAY_ASSIGN(fails, does_whole_fail());
  if (fails) return Ok{};
  return not_reproduced(recording_, last_verdict_);
}

Status Oracle::learn_traced() {
  const uint32_t flags = k_test_learn | k_test_traced;
  const uint32_t hang_ms = hang_ms_of_test();
  CUTAWAY_ASSIGN(
      TestOutcome outcome,
      server_.run({.flags = flags | flags_, .timeout_ms = until_deadline(0), .hang_ms = hang_ms}));
  if (outcome.live_failed != 0 && !is_part_ && (flags_ & k_test_no_live) == 0) {
    flags_ |= k_test_no_live;
    CUTAWAY_ASSIGN(outcome, server_.run({.flags = flags | flags_,
                                         .timeout_ms = until_deadline(0),
                                         .hang_ms = hang_ms}));
  }
  CUTAWAY_ASSIGN(traced_signature_, signature(outcome));
  is_traced_ = !traced_signature_.empty();
  stray_ = outcome.stray;
  if (is_traced_) {
    CUTAWAY_ASSIGN(dependences_, server_.dependences());
  } else {
    // Without a trace live functions must be found out all the same.
    CUTAWAY_ASSIGN(outcome, server_.run({.flags = k_test_learn | flags_, .hang_ms = hang_ms}));
  }
  if (!is_part_ && outcome.numbers_failed == 0) flags_ |= k_test_numbers;
  return Ok{};
}

bool Oracle::is_over() const {
  if (limits_.max_tests != 0 && server_.test_count() >= limits_.max_tests) return true;
  return limits_.is_time_up();
}

TestRequest Oracle::request_for(const Part& part, uint32_t flags) const {
  // Tracing is slower by far.
  uint32_t factor = (flags & k_test_traced) != 0 ? 50 : 1;
  return {.incalls = &part.incalls,
          .patches = part.patches ? &*part.patches : nullptr,
          .edits = &part.edits,
          .flags = flags | flags_,
          .timeout_ms = until_deadline(factor * limits_.test_timeout_ms),
          .hang_ms = hang_ms_of_test()};
}

// A hang must last longer than in other tests.
TestRequest Oracle::request_for_hang(const Part& part, uint32_t hang_ms) const {
  TestRequest request = request_for(part, 0);
  request.timeout_ms += hang_ms;
  request.hang_ms = hang_ms;
  return request;
}

Result<bool> Oracle::hangs_for_good(const Part& part) {
  CUTAWAY_ASSIGN(TestOutcome outcome, server_.run(request_for_hang(part, limits_.hang_ms)));
  CUTAWAY_ASSIGN(std::string found, signature(outcome));
  return found == signature_;
}

Result<bool> Oracle::is_confirmed(const Part& part, const TestOutcome& outcome) {
  if (!part.edits.is_empty() && outcome.departed > most_departed_) return false;
  if (!tree_.lives.destroyers(part.incalls).empty()) return false;
  if (failure_.kind == FailureKind::Outside && !is_traced_) return false;
  std::vector<TestRequest> checks;
  constexpr uint32_t k_longer = 5;
  if (limits_.hang_ms != 0) checks.push_back(request_for_hang(part, k_longer * hang_ms_of_test()));
  if (outcome.doubtful != 0)
    for (uint32_t replaces : {k_test_replace_0, k_test_replace_1})
      checks.push_back(request_for(part, replaces));
  if (is_traced_) checks.push_back(request_for(part, k_test_traced));
  std::map<uint64_t, bool> is_traced_check;  // by number of the test
  for (const TestRequest& check : checks) {
    CUTAWAY_ASSIGN(uint64_t test, server_.submit(check));
    is_traced_check[test] = (check.flags & k_test_traced) != 0;
  }
  bool is_confirmed = true;
  for (size_t i = 0; i < checks.size(); ++i) {
    CUTAWAY_ASSIGN(TestOutcome other, server_.next());
    CUTAWAY_ASSIGN(std::string found, signature(other));
    bool is_traced = is_traced_check[other.test];
    is_confirmed &= found == (is_traced ? traced_signature_ : signature_);
    // What corrupts the heap is not in the arguments of the call that finds it so.
    is_confirmed &= !is_traced || (other.undefined == 0 && other.stray == stray_);
  }
  return is_confirmed;
}

Result<Failure> Oracle::failure_of_part(const Part& part) {
  CUTAWAY_ASSIGN(TestOutcome outcome, server_.run(request_for(part, 0)));
  Failure failure = failure_of(outcome, names_);
  return failure.kind != FailureKind::None ? failure : failure_;
}

Status Oracle::compare_to(const Part& part) {
  CUTAWAY_ASSIGN(TestOutcome outcome, server_.run(request_for(part, 0)));
  most_departed_ = outcome.departed;
  return Ok{};
}

Status Oracle::start_test(Question& question, size_t number, Part part) {
  part.incalls = tree_.possible(part.incalls);
  bool is_known = part.has_all_patches() && known_.contains(part.incalls);
  if (!is_known) {
    CUTAWAY_ASSIGN(uint64_t test, server_.submit(request_for(part, 0)));
    question.running[test] = number;
  }
  question.open[number].part = std::move(part);
  return Ok{};
}

Status Oracle::take_outcome(Question& question) {
  CUTAWAY_ASSIGN(TestOutcome outcome, server_.next());
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
  CUTAWAY_ASSIGN(std::string found, signature(*test.outcome));
  bool fails = found == signature_;
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
