// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A replay test: runs a recording on the code that this executable was built from. C++17.
//
//   TEST(Period, Crash) {
//     cutaway::ReplayResult result = cutaway::replay_test("period_crash_test.cut");
//     EXPECT_EQ(result.outcome, cutaway::ReplayOutcome::passes) << result.message;
//   }
//
// The executable holds the sources of the inside, woven by cutaway-c++ with the plan of the
// recording, and no more of the program: cutaway_add_reproducer() of the CMake package builds it
// so. It starts itself again as a child of `cutaway`, so it needs nothing of what the program
// needed. docs/replay-test.md says more.
#ifndef CUTAWAY_REPLAY_TEST_H
#define CUTAWAY_REPLAY_TEST_H

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ostream>
#include <string>

namespace cutaway {

enum class ReplayOutcome {
  passes,             // the recorded failure does not happen any more
  fails_as_recorded,  // it does
  fails_otherwise,    // the code fails, but in another way
  cannot_run,         // the recording does not fit the code any more: nothing is known
};

inline const char* name_of(ReplayOutcome outcome) {
  switch (outcome) {
    case ReplayOutcome::passes:
      return "passes";
    case ReplayOutcome::fails_as_recorded:
      return "fails_as_recorded";
    case ReplayOutcome::fails_otherwise:
      return "fails_otherwise";
    default:
      return "cannot_run";
  }
}

inline std::ostream& operator<<(std::ostream& stream, ReplayOutcome outcome) {
  return stream << name_of(outcome);
}

struct ReplayResult {
  ReplayOutcome outcome = ReplayOutcome::cannot_run;
  std::string message;  // how it ended, and what the code does otherwise than recorded
};

namespace replay_test_detail {

inline std::string executable() {
  char path[PATH_MAX];
  ssize_t size = ::readlink("/proc/self/exe", path, sizeof path);
  return size > 0 ? std::string(path, static_cast<size_t>(size)) : std::string();
}

// A relative name is one beside the executable.
inline std::string find_recording(const std::string& name, const std::string& program) {
  if (!name.empty() && name[0] == '/') return name;
  std::string beside = program.substr(0, program.rfind('/') + 1) + name;
  return ::access(beside.c_str(), R_OK) == 0 ? beside : name;
}

// $CUTAWAY, the tool that the package has, or the one in $PATH.
inline std::string tool() {
  const char* wanted = ::getenv("CUTAWAY");
  if (wanted != nullptr && *wanted != 0) return wanted;
#ifdef CUTAWAY_TOOL
  if (::access(CUTAWAY_TOOL, X_OK) == 0) return CUTAWAY_TOOL;
#endif
  return "cutaway";
}

struct Output {
  int status = -1;  // of exit; -1: it did not start, or was killed
  std::string text;
};

// Standard output and standard error together.
inline Output run(const char* const* arguments) {
  Output output;
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return output;
  pid_t child = ::fork();
  if (child == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    ::dup2(ends[1], STDERR_FILENO);
    ::execvp(arguments[0], const_cast<char* const*>(arguments));
    ::_exit(127);
  }
  ::close(ends[1]);
  char buffer[4096];
  for (ssize_t got = 1; child > 0 && got != 0;) {
    got = ::read(ends[0], buffer, sizeof buffer);
    if (got > 0) output.text.append(buffer, static_cast<size_t>(got));
    if (got < 0 && errno != EINTR) break;
  }
  ::close(ends[0]);
  int status = 0;
  while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (child > 0 && WIFEXITED(status)) output.status = WEXITSTATUS(status);
  return output;
}

}  // namespace replay_test_detail

// Runs the recording of this name, beside the executable if it is relative. Whatever goes wrong is
// `cannot_run`.
inline ReplayResult replay_test(const char* recording) {
  namespace detail = replay_test_detail;
  const std::string program = detail::executable();
  const std::string file = detail::find_recording(recording, program);
  const std::string tool = detail::tool();
  const char* arguments[] = {tool.c_str(),    "replay", file.c_str(), "--against",
                             program.c_str(), "--test", nullptr};
  const detail::Output output = detail::run(arguments);
  ReplayResult result;
  result.message = output.text;
  if (output.status == 127) result.message += "cutaway was not found: set CUTAWAY to its path\n";
  if (output.status != 0) return result;
  // The word stands on a line of its own; warnings may come before it.
  const std::string lines = "\n" + output.text;
  for (ReplayOutcome outcome : {ReplayOutcome::passes, ReplayOutcome::fails_as_recorded,
                                ReplayOutcome::fails_otherwise, ReplayOutcome::cannot_run}) {
    const std::string line = std::string("\n") + name_of(outcome) + "\n";
    const size_t at = lines.find(line);
    if (at == std::string::npos) continue;
    result.outcome = outcome;
    result.message = lines.substr(at + line.size());
    break;
  }
  return result;
}

}  // namespace cutaway

#endif
