// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Says whether part of a recording fails as the whole does.
//
// Never a wrong yes. A part that ends in the same failure is run again in ways that must make no
// difference: traced, to see that it reads no memory that only calls which are left out would have
// filled; and with other answers where the outside was called by other arguments than recorded. A
// part with edits does not depart from the recording where the outside would have written memory,
// and none uses an object that is gone (object_lives.h).
#pragma once
#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "shrink/contents.h"
#include "shrink/incalls.h"
#include "shrink/outcomes.h"
#include "shrink/test_server.h"

namespace cutaway {

struct OracleOptions {
  uint64_t max_tests = 0;        // 0: none
  uint32_t test_timeout_ms = 0;  // of processor time; 0: by what the whole recording takes
  size_t jobs = 1;
  uint32_t hang_ms = 0;           // of processor time: what is a hang; 0: nothing is
  uint64_t first_test = 0;        // how many tests there were before
  std::string script;             // decides what fails; empty: the signature does
  std::string log;                // file for a line about each test; empty: none
  std::function<bool()> is_over;  // the user has had enough; may be empty
  std::optional<std::chrono::steady_clock::time_point> deadline;
  bool only_reproduces = false;  // nothing but the whole is run

  bool is_time_up() const;
};

// A part of the recording.
struct Part {
  Elements incalls;
  std::optional<Elements> patches;  // nothing: all
  Edits edits;

  bool has_all_patches() const { return !patches && edits.is_empty(); }
};

class Oracle {
 public:
  static Result<Oracle> create(const std::string& recording, const ReplayOptions& how,
                               OracleOptions limits);
  Oracle(Oracle&&) = default;

  const IncallTree& tree() const { return tree_; }
  const Failure& failure() const { return failure_; }
  // What the whole recording told about its incalls.
  const Dependences& dependences() const { return dependences_; }
  bool is_traced() const { return is_traced_; }

  // The first of `count` parts that fails. Nothing also when a limit is reached.
  Result<std::optional<size_t>> find_failing(size_t count, const std::function<Part(size_t)>& make);
  Result<bool> fails(const Part& part);
  // Of a hang: whether it takes as long as a hang must.
  Result<bool> hangs_for_good(const Part& part);

  // How a part fails, one that does: numbers in it may be other than the whole's.
  Result<Failure> failure_of_part(const Part& part);

  // From now on parts with edits must not ask the outside otherwise than `part`, which has none.
  Status compare_to(const Part& part);

  bool is_over() const;
  // A test of a hang takes its time, and so do those that confirm it.
  bool is_slow() const { return limits_.hang_ms != 0; }
  uint64_t test_count() const { return server_.test_count(); }
  // See TestServer::write.
  Result<WrittenPart> write(const Part& part) { return server_.write(request_for(part, 0)); }
  bool has_live_functions() const { return (flags_ & k_test_no_live) == 0; }
  bool has_live_numbers() const { return (flags_ & k_test_numbers) != 0; }

 private:
  Oracle(TestServer server, IncallTree tree, OracleOptions limits)
      : server_(std::move(server)), tree_(std::move(tree)), limits_(std::move(limits)) {}
  Status reproduce();
  void set_time_limit(const TestOutcome& whole);
  void set_failing(const TestOutcome& whole);
  Status learn();
  Status learn_traced();
  TestRequest request_for(const Part& part, uint32_t flags) const;
  TestRequest request_for_hang(const Part& part, uint32_t hang_ms) const;
  Result<std::string> signature(const TestOutcome& outcome);
  Result<bool> does_whole_fail();
  uint32_t hang_ms_of_test() const;
  uint32_t until_deadline(uint32_t timeout_ms) const;
  struct Test {
    Part part;
    std::optional<TestOutcome> outcome;
  };
  // Several parts, and their tests that run.
  struct Question {
    std::map<size_t, Test> open;         // by number of the part: not decided yet
    std::map<uint64_t, size_t> running;  // number of the part by that of its test
  };
  Result<bool> decide(Question& question, Test& test);
  Status start_test(Question& question, size_t number, Part part);
  Status take_outcome(Question& question);
  Result<bool> is_confirmed(const Part& part, const TestOutcome& outcome);

  TestServer server_;
  IncallTree tree_;
  OracleOptions limits_;
  std::string recording_;
  StackNames names_;
  Failure failure_;
  std::string signature_, traced_signature_;
  uint64_t stray_ = 0;        // CutawayTestOutcome::stray of the whole
  std::string last_verdict_;  // on the whole
  Dependences dependences_;
  bool is_traced_ = false;
  bool is_part_ = false;        // the recording is a part: live functions answer otherwise there
  uint32_t flags_ = 0;          // of all tests
  uint64_t most_departed_ = 0;  // of a part with edits
  std::map<Elements, bool> known_;  // parts that have all patches as recorded
};

}  // namespace cutaway
