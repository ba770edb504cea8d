// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs parts of a recording: a process that has it loaded and forks for each test (abi/shrink.h).
#pragma once
#include <sys/types.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "abi/shrink.h"
#include "base/file.h"
#include "replay/replay_session.h"
#include "shrink/contents.h"
#include "shrink/ddmin.h"
#include "shrink/event_slice.h"

namespace cutaway {

struct TestRequest {
  const Elements* incalls = nullptr;  // kept; null: all
  const Elements* patches = nullptr;  // kept; null: all
  const Edits* edits = nullptr;       // null: none
  uint32_t flags = 0;                 // k_test_*
  uint32_t timeout_ms = 0;            // 0: none
  uint32_t hang_ms = 0;               // 0: no hang is looked for
  uint64_t most_differences = 0;      // of changed code: stop after so many; 0: go on
};

struct TestOutcome : CutawayTestOutcome {
  std::string output[2];  // captured: standard output, standard error
};

// A part on its own.
struct WrittenPart {
  std::string raw_log;                   // path
  std::vector<CutawayRelease> releases;  // which its events do not tell
};

class TestServer {
 public:
  // `incall_count`, `patch_count`: of the recording.
  // `has_releases`: the recording is a part that has a list of them.
  static Result<TestServer> start(PreparedReplay replay, uint64_t incall_count,
                                  uint64_t patch_count, bool is_sandboxed, bool has_releases);
  TestServer(TestServer&& other) noexcept;
  TestServer& operator=(TestServer&&) = delete;
  ~TestServer();

  // Starts a test; its number comes back in the outcome.
  Result<uint64_t> submit(const TestRequest& request);
  // The outcome of some test that was submitted. Waits for it.
  Result<TestOutcome> next();
  // One test, when no other runs.
  Result<TestOutcome> run(const TestRequest& request);

  // What the last learning, traced test found.
  Result<Dependences> dependences() const;
  // Writes the reduced stream to a file, which lives as long as the server.
  Result<WrittenPart> write(TestRequest request);

  // What the last test of changed code told: a line of JSON for each difference.
  Result<std::string> differences() const;

  uint64_t test_count() const { return test_count_; }
  void count_from(uint64_t tests) { test_count_ = tests; }
  // A line of JSON for each test goes to the end of this file.
  Status log_to(const std::string& path);

 private:
  TestServer(PreparedReplay replay, pid_t process, UniqueFd requests, UniqueFd output)
      : replay_(std::move(replay)),
        process_(process),
        requests_(std::move(requests)),
        output_(std::move(output)) {}
  Status send(const std::string& message);
  Error server_ended(const std::string& said) const;
  // Reads `size` bytes of an outcome.
  Status read_report(char* to, size_t size);
  Status log(const TestOutcome& outcome);

  PreparedReplay replay_;
  pid_t process_;
  UniqueFd requests_;
  UniqueFd output_;                   // dependences or a stream
  UniqueFd log_;                      // of tests; may be none
  std::map<uint64_t, Json> running_;  // what the log says of tests that have not ended
  uint64_t incall_count_ = 0;
  uint64_t patch_count_ = 0;
  uint64_t test_count_ = 0;
};

}  // namespace cutaway
