// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shrink/shrink.h"

#include <algorithm>
#include <chrono>

#include "base/temporary_file.h"
#include "recording/packer.h"
#include "recording/recording_reader.h"
#include "shrink/balanced.h"
#include "shrink/numbers.h"
#include "shrink/origins.h"
#include "shrink/starts.h"
#include "shrink/state.h"
#include "shrink/texts.h"

namespace cutaway {
namespace {

constexpr uint64_t k_most_patch_tests = 600;      // what is left then is looked at by bytes
constexpr size_t k_most_pairs = 128;              // of calls that are left out together
constexpr int k_most_origin_rounds = 4;           // an origin is given pointers, too
constexpr uint64_t k_most_state_bytes = 1 << 20;  // each test is sent those that change

class Shrinker {
 public:
  Shrinker(const std::string& recording, Oracle& oracle, const ShrinkOptions& options)
      : recording_(recording), oracle_(oracle), tree_(oracle.tree()), options_(options) {}

  Status run(Shrunk* result) {
    result->failure = oracle_.failure();
    result->calls_before = tree_.count();
    result->is_traced = oracle_.is_traced();
    for (uint32_t i = 0; i < tree_.count(); ++i) kept_.push_back(i);
    if (options_.slices) CUTAWAY_TRY(slice());
    result->calls_sliced = kept_.size();
    CUTAWAY_TRY(shrink_calls(result));
    result->state_bytes_before = result->state_bytes_after = bytes_of(patches_of(kept_));
    if (options_.leaves_out_unread) CUTAWAY_TRY(leave_out_unread());
    if (options_.shrinks_state) CUTAWAY_TRY(shrink_state(result));
    if (options_.shrinks_state || options_.simplifies_values) CUTAWAY_TRY(simplify(result));
    // With simpler values some calls may be of no use any more.
    return edits_.is_empty() ? Status(Ok{}) : shrink_calls(result);
  }

  Part part() const { return {kept_, patches_, edits_}; }

 private:
  void say(const char* step, size_t calls) {
    if (options_.progress) options_.progress(step, calls);
  }

  // Dependences that do not go through memory are not in a slice, so it is tried. One is that a
  // block must be given back before the outside can have another one there.
  Status slice() {
    if (!oracle_.is_traced() || tree_.failing.empty()) return Ok{};
    say("slice", kept_.size());
    std::vector<Dependence> dependences = oracle_.dependences().reads;
    CUTAWAY_ASSIGN(bool fails, try_slice(dependences));
    if (fails) return Ok{};
    const auto& releases = oracle_.dependences().releases;
    dependences.insert(dependences.end(), releases.begin(), releases.end());
    CUTAWAY_ASSIGN(fails, try_slice(dependences));
    return Ok{};
  }

  Result<bool> try_slice(const std::vector<Dependence>& dependences) {
    Elements found = tree_.with_callers(slice_events(tree_.count(), dependences, tree_.failing));
    if (found.size() == kept_.size()) return false;
    CUTAWAY_ASSIGN(bool fails, oracle_.fails({found, std::nullopt, {}}));
    if (fails) kept_ = std::move(found);
    return fails;
  }

  // Programs do one thing after the other. A part of which only half is left fails otherwise, long
  // before the end, and halves seldom end where the parts do: so first all up to some call is left
  // out, to where little is read later that was written before.
  Result<Elements> keep_last(Elements others, const std::function<Part(const Elements&)>& with) {
    std::vector<size_t> starts = find_starts(others, oracle_.dependences().reads);
    auto since = [&](size_t i) {
      return Elements(others.begin() + static_cast<ptrdiff_t>(starts[i]), others.end());
    };
    CUTAWAY_ASSIGN(std::optional<size_t> found,
                   oracle_.find_failing(starts.size(), [&](size_t i) { return with(since(i)); }));
    return found ? since(*found) : others;
  }

  // What one call allocates and another one gives back, neither can be without the other: so two
  // of which one reads what the other has written are left out together.
  Result<bool> leave_out_pair(Elements* others, const std::function<Part(const Elements&)>& with) {
    std::vector<Dependence> pairs;
    auto is_left = [&](uint32_t call) { return std::ranges::binary_search(*others, call); };
    for (const Dependence& pair : oracle_.dependences().reads) {
      if (pairs.size() == k_most_pairs) break;
      if (pair.reader != pair.writer && is_left(pair.reader) && is_left(pair.writer))
        pairs.push_back(pair);
    }
    auto without = [&](size_t i) {
      Elements rest = *others;
      std::erase_if(
          rest, [&](uint32_t call) { return call == pairs[i].reader || call == pairs[i].writer; });
      return rest;
    };
    CUTAWAY_ASSIGN(std::optional<size_t> found,
                   oracle_.find_failing(pairs.size(), [&](size_t i) { return with(without(i)); }));
    if (found) *others = without(*found);
    return found.has_value();
  }

  Result<bool> leave_out_balanced(Elements* others,
                                  const std::function<Part(const Elements&)>& with) {
    BalancedCalls ways(*others, tree_.functions);
    CUTAWAY_ASSIGN(std::optional<size_t> found, oracle_.find_failing(ways.count(), [&](size_t i) {
      return with(ways.without(i));
    }));
    if (found) *others = ways.without(*found);
    return found.has_value();
  }

  Status shrink_calls(Shrunk* result) {
    if (options_.shrinks_calls) {
      Elements others;
      std::ranges::set_difference(kept_, tree_.failing, std::back_inserter(others));
      auto with = [&](const Elements& part) {
        Part whole{{}, patches_, edits_};
        std::ranges::set_union(part, tree_.failing, std::back_inserter(whole.incalls));
        say("calls", whole.incalls.size());
        return whole;
      };
      CUTAWAY_ASSIGN(others, keep_last(std::move(others), with));
      for (bool goes_on = true; goes_on;) {
        CUTAWAY_ASSIGN(Minimum minimum, minimise(oracle_, others, with));
        others = std::move(minimum.elements);
        result->is_minimal = minimum.is_minimal;
        if (!minimum.is_minimal) break;
        CUTAWAY_ASSIGN(goes_on, leave_out_balanced(&others, with));
        if (goes_on) continue;
        CUTAWAY_ASSIGN(goes_on, leave_out_pair(&others, with));
      }
      kept_ = with(others).incalls;
    }
    kept_ = tree_.possible(kept_);
    if (options_.shrinks_calls) CUTAWAY_TRY(add_origins());
    result->calls_after = kept_.size();
    return Ok{};
  }

  // They must change nothing: a part with them that does not fail stays without. Nor is anything
  // of theirs made simpler, since they would return something else then.
  Status add_origins() {
    origins_.clear();
    for (int round = 0; round < k_most_origin_rounds; ++round) {
      CUTAWAY_ASSIGN(Elements origins, find_origins(recording_, kept_));
      std::erase_if(origins, [&](uint32_t call) { return tree_.parents[call] != tree_.k_none; });
      if (origins.empty()) break;
      Elements whole;
      std::ranges::set_union(kept_, origins, std::back_inserter(whole));
      CUTAWAY_ASSIGN(bool fails, oracle_.fails({whole, patches_, edits_}));
      if (!fails) break;
      kept_ = std::move(whole);
      origins_.insert(origins_.end(), origins.begin(), origins.end());
    }
    std::ranges::sort(origins_);
    return Ok{};
  }

  // Calls of which values and memory may be others.
  Elements free_calls() const {
    Elements calls;
    std::ranges::set_difference(kept_, origins_, std::back_inserter(calls));
    return calls;
  }

  Elements patches_of(const Elements& calls) const {
    Elements patches;
    for (uint32_t i = 0; i < tree_.patches.size(); ++i)
      if (std::ranges::binary_search(calls, tree_.patches[i].incall)) patches.push_back(i);
    return patches;
  }

  uint64_t bytes_of(const Elements& patches) const {
    uint64_t bytes = 0;
    for (uint32_t patch : patches) bytes += tree_.patches[patch].bytes;
    return bytes;
  }

  // What only calls read that are left out is mostly of no use to the others.
  Status leave_out_unread() {
    Elements own = patches_of(kept_), others;
    for_each_missing(own, tree_.patches.size(), [&](uint32_t i) { others.push_back(i); });
    auto with = [&](const Elements& more) {
      Elements patches;
      std::ranges::set_union(own, more, std::back_inserter(patches));
      return Part{kept_, std::move(patches), {}};
    };
    uint64_t left = k_most_patch_tests;
    CUTAWAY_ASSIGN(Minimum needed, minimise(oracle_, others, with, &left));
    patches_ = with(needed.elements).patches;
    return Ok{};
  }

  // Which of what the outside wrote matters at all.
  Status shrink_state(Shrunk* result) {
    say("state", kept_.size());
    Elements all, fixed = patches_of(origins_), own = patches_of(free_calls());
    for_each_missing(fixed, tree_.patches.size(), [&](uint32_t i) { all.push_back(i); });
    auto with = [&](const Elements& part) {
      Elements patches;
      std::ranges::set_union(part, fixed, std::back_inserter(patches));
      return Part{kept_, std::move(patches), {}};
    };
    CUTAWAY_ASSIGN(bool is_enough, oracle_.fails(with(own)));
    uint64_t left = k_most_patch_tests;
    CUTAWAY_ASSIGN(Minimum minimum, minimise(oracle_, is_enough ? own : all, with, &left));
    patches_ = with(minimum.elements).patches;
    Elements read;  // what others read first counts if it is needed
    std::ranges::set_union(patches_of(kept_), *patches_, std::back_inserter(read));
    result->state_bytes_before = bytes_of(read);
    result->state_bytes_after = bytes_of(*patches_);
    return Ok{};
  }

  // Texts come before the state by bytes: in a text with holes nothing can move up.
  Status simplify(Shrunk* result) {
    Elements patches, own = patches_ ? *patches_ : patches_of(kept_);
    std::ranges::set_difference(own, patches_of(origins_), std::back_inserter(patches));
    if (bytes_of(patches) > k_most_state_bytes) patches.clear();
    CUTAWAY_TRY(oracle_.compare_to(part()));
    CUTAWAY_ASSIGN(PartContents contents, read_contents(recording_, free_calls(), patches));
    Simplifier simplifier(oracle_, part(), std::move(contents));
    say("values", kept_.size());
    if (options_.simplifies_values) {
      CUTAWAY_ASSIGN(result->values_simplified, simplify_texts(simplifier));
    }
    if (options_.shrinks_state && !patches.empty()) {
      CUTAWAY_TRY(clear_state(simplifier, oracle_.failure()));
      result->state_bytes_after = count_state_bytes(simplifier) + bytes_of(patches_of(origins_));
    }
    if (options_.simplifies_values) CUTAWAY_TRY(simplify_numbers(simplifier, oracle_.failure()));
    edits_ = simplifier.part().edits;
    result->values_simplified += edits_.incalls.size();
    return Ok{};
  }

  const std::string& recording_;
  Oracle& oracle_;
  const IncallTree& tree_;
  const ShrinkOptions& options_;
  Elements kept_;
  Elements origins_;  // of these, those that are needed only for what they return
  std::optional<Elements> patches_;
  Edits edits_;
};

Status check_hang(Oracle& oracle, const Part& part) {
  CUTAWAY_ASSIGN(bool hangs, oracle.hangs_for_good(part));
  if (hangs) return Ok{};
  return Error{ErrorCode::NotReproduced, "", "what is left takes long, but it ends",
               "try a larger --test-timeout-ms"};
}

Result<RunInfo> describe_part(const std::string& recording, const Oracle& oracle,
                              const Shrunk& result, const std::vector<std::string>& conditions,
                              bool has_script) {
  CUTAWAY_ASSIGN(RecordingReader reader, RecordingReader::open(recording));
  RunInfo info = reader.info();
  info.tool_version = CUTAWAY_VERSION;
  if (info.shrunk_from == 0) info.shrunk_from = result.calls_before;
  info.has_live_functions = oracle.has_live_functions();
  info.has_live_numbers = oracle.has_live_numbers();
  info.conditions = conditions;
  if (has_script) info.conditions.push_back("capture");
  info.failure = to_line(to_json(result.failure));
  return info;
}

Result<Shrunk> shrink_at_once(const std::string& recording, const std::string& output,
                              bool may_replace, const ShrinkOptions& options) {
  CUTAWAY_ASSIGN(AtomicFile file, AtomicFile::create(output, may_replace));
  CUTAWAY_ASSIGN(Oracle oracle, Oracle::create(recording, options.replay, options.limits));
  Shrunk result;
  Shrinker shrinker(recording, oracle, options);
  CUTAWAY_TRY(shrinker.run(&result));
  if (options.limits.hang_ms != 0 && !options.leaves_out_unread)
    CUTAWAY_TRY(check_hang(oracle, shrinker.part()));
  CUTAWAY_ASSIGN(result.failure, oracle.failure_of_part(shrinker.part()));
  result.tests = oracle.test_count();
  CUTAWAY_ASSIGN(WrittenPart part, oracle.write(shrinker.part()));
  CUTAWAY_ASSIGN(RunInfo info, describe_part(recording, oracle, result, options.replay.conditions,
                                             !options.limits.script.empty()));
  info.releases = std::move(part.releases);
  CUTAWAY_ASSIGN(PackSummary summary, pack(part.raw_log, info, file.fd(), output));
  if (!summary.left_out.empty())
    return internal_error(output, "the shrunk recording makes no sense: " + summary.left_out);
  CUTAWAY_TRY(file.commit());
  return result;
}

bool is_over(const OracleOptions& limits, uint64_t tests) {
  return (limits.max_tests != 0 && tests >= limits.max_tests) || limits.is_time_up();
}

// A test of few calls is much faster if the recording holds only these. So the calls are shrunk
// first, and the rest is done on what is left.
Result<Shrunk> shrink_in_two_steps(const std::string& recording, const std::string& output,
                                   bool may_replace, const ShrinkOptions& options) {
  TemporaryFile calls_only(output + ".calls");
  ShrinkOptions first = options;
  first.shrinks_state = first.simplifies_values = false;
  first.leaves_out_unread = true;
  CUTAWAY_ASSIGN(Shrunk calls, shrink_at_once(recording, calls_only.path(), true, first));
  if (is_over(options.limits, calls.tests)) {
    CUTAWAY_TRY(move_file(calls_only.path(), output, may_replace));
    return calls;
  }
  ShrinkOptions second = options;
  second.slices = false;
  second.limits.first_test = calls.tests + 1;  // one wrote the file
  CUTAWAY_ASSIGN(Shrunk rest, shrink_at_once(calls_only.path(), output, may_replace, second));
  // A script may take several failures for the same.
  bool is_same = signature_of(rest.failure) == signature_of(calls.failure);
  if (!is_same && options.limits.script.empty()) {
    return Error{ErrorCode::NotReproduced, output,
                 "what is left fails otherwise: " + describe(rest.failure), ""};
  }
  rest.calls_before = calls.calls_before;
  rest.calls_sliced = calls.calls_sliced;
  rest.is_minimal = rest.is_minimal && calls.is_minimal;
  return rest;
}

}  // namespace

Result<Shrunk> shrink(const std::string& recording, const std::string& output, bool may_replace,
                      const ShrinkOptions& options) {
  auto start = std::chrono::steady_clock::now();
  bool has_rest = options.shrinks_state || options.simplifies_values;
  auto result = options.shrinks_calls && has_rest
                    ? shrink_in_two_steps(recording, output, may_replace, options)
                    : shrink_at_once(recording, output, may_replace, options);
  if (result) {
    result->seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  return result;
}

}  // namespace cutaway
