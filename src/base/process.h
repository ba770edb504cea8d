// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Child processes: finding a program as execvp does, running one to its end, capturing its output.
#pragma once
#include <signal.h>
#include <sys/types.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace cutaway {

// How a process ended: `signal` is 0 unless one killed it.
struct ProcessEnd {
  int exit_status = 0;
  int signal = 0;
  bool timed_out = false;
};

struct ProcessOutput {
  ProcessEnd end;
  std::string text;  // standard output and error together
};

using Environment =
    std::vector<std::pair<std::string, std::optional<std::string>>>;  // no value: unset

// The file that execvp would run, as a path with a slash.
Result<std::string> find_program(const std::string& name);

struct StartOptions {
  Environment changes;
  // Flags for personality(2) in the child, for another memory layout. Goes on if refused.
  unsigned long personality = 0;
};

// Starts `file` with arguments `argv`; descriptors without CLOEXEC are inherited.
// Fails if exec itself fails.
Result<pid_t> start_process(const std::string& file, const std::vector<std::string>& argv,
                            const StartOptions& options);
// All that can be read from `fd` until the other side closes it or the time is over; 0: no limit.
std::string read_until_closed(int fd, int timeout_ms);
// Waits for a child; `timeout_ms` 0 waits for ever, else a late child is killed.
ProcessEnd wait_for_process(pid_t pid, int timeout_ms);

// Runs a program to its end with standard input from /dev/null. `timeout_ms` 0 waits for ever;
// a `directory` that is not there is left alone.
Result<ProcessOutput> run_and_capture(const std::vector<std::string>& argv,
                                      const Environment& changes = {}, int timeout_ms = 30'000,
                                      const std::string& directory = {});

// Keeps signals from ending this process while the child runs: the child gets SIGINT and SIGQUIT
// from the terminal by itself; SIGTERM and SIGHUP are passed on. Undone by the destructor.
class SignalsPassedTo {
 public:
  explicit SignalsPassedTo(pid_t child);
  SignalsPassedTo(const SignalsPassedTo&) = delete;
  ~SignalsPassedTo();

 private:
  std::array<struct sigaction, 4> saved_;
};

}  // namespace cutaway
