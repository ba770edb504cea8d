// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/personality.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "base/file.h"

namespace cutaway {
namespace {

constexpr unsigned long k_ask_personality = 0xffffffff;
constexpr std::array<int, 4> k_held_signals = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};
volatile pid_t passed_to = 0;

void pass_signal(int signal) {
  int saved = errno;
  if (passed_to > 0) ::kill(passed_to, signal);
  errno = saved;
}

std::vector<std::string> changed_environment(const Environment& changes) {
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    std::string_view text = *entry;
    std::string_view name = text.substr(0, text.find('='));
    bool is_changed = false;
    for (const auto& change : changes) is_changed |= change.first == name;
    if (!is_changed) result.emplace_back(text);
  }
  for (const auto& [name, value] : changes) {
    if (value) result.push_back(name + "=" + *value);
  }
  return result;
}

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (const std::string& text : texts) result.push_back(const_cast<char*>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

int milliseconds_since(std::chrono::steady_clock::time_point start) {
  auto elapsed = std::chrono::steady_clock::now() - start;
  return static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(elapsed).count());
}

}  // namespace

std::string read_until_closed(int fd, int timeout_ms) {
  auto start = std::chrono::steady_clock::now();
  std::string text;
  while (true) {
    int left_ms = timeout_ms == 0 ? -1 : std::max(0, timeout_ms - milliseconds_since(start));
    pollfd waiting{fd, POLLIN, 0};
    int ready = ::poll(&waiting, 1, left_ms);
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return text;
    char block[4096];
    ssize_t count = ::read(fd, block, sizeof block);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(block, static_cast<size_t>(count));
  }
}

Result<std::string> find_program(const std::string& name) {
  Error missing =
      user_fault(name, "program not found", "name it with its path, for example `./" + name + "`");
  if (name.find('/') != std::string::npos) {
    if (is_file(name)) return name;
    missing.hint = "check the path";
    return missing;
  }
  const char* search = ::getenv("PATH");
  std::string_view rest = search != nullptr ? search : "/bin:/usr/bin";
  while (true) {
    std::string_view folder = rest.substr(0, rest.find(':'));
    std::string candidate = (folder.empty() ? "." : std::string(folder)) + "/" + name;
    if (is_file(candidate) && ::access(candidate.c_str(), X_OK) == 0) return candidate;
    if (folder.size() == rest.size()) return missing;
    rest.remove_prefix(folder.size() + 1);
  }
}

Result<pid_t> start_process(const std::string& file, const std::vector<std::string>& argv,
                            const StartOptions& options) {
  int report[2];
  if (::pipe2(report, O_CLOEXEC) != 0) return system_error(file, "start", errno);
  UniqueFd reads(report[0]);
  UniqueFd writes(report[1]);
  std::vector<std::string> environment = changed_environment(options.changes);
  std::vector<char*> argument_pointers = pointers_to(argv);
  std::vector<char*> environment_pointers = pointers_to(environment);
  pid_t pid = ::fork();
  if (pid < 0) return system_error(file, "start", errno);
  if (pid == 0) {
    if (options.personality != 0) {
      int current = ::personality(k_ask_personality);
      if (current >= 0) ::personality(static_cast<unsigned long>(current) | options.personality);
    }
    ::execve(file.c_str(), argument_pointers.data(), environment_pointers.data());
    int problem = errno;
    ssize_t ignored = ::write(writes.get(), &problem, sizeof problem);
    (void)ignored;
    ::_exit(127);
  }
  writes.reset();
  int problem = 0;
  ssize_t count;
  do {
    count = ::read(reads.get(), &problem, sizeof problem);
  } while (count < 0 && errno == EINTR);
  if (count != sizeof problem) return pid;
  wait_for_process(pid, 0);
  return system_error(file, "start", problem);
}

ProcessEnd wait_for_process(pid_t pid, int timeout_ms) {
  ProcessEnd end;
  if (timeout_ms > 0) {
    int pidfd = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
    pollfd waiting{pidfd, POLLIN, 0};
    auto start = std::chrono::steady_clock::now();
    int ready;
    do {
      ready = ::poll(&waiting, 1, std::max(0, timeout_ms - milliseconds_since(start)));
    } while (ready < 0 && errno == EINTR);
    if (pidfd >= 0) ::close(pidfd);
    if (ready == 0) {
      end.timed_out = true;
      ::kill(pid, SIGKILL);
    }
  }
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  if (WIFEXITED(status)) end.exit_status = WEXITSTATUS(status);
  return end;
}

Result<ProcessOutput> run_and_capture(const std::vector<std::string>& argv,
                                      const Environment& changes, int timeout_ms,
                                      const std::string& directory) {
  CUTAWAY_ASSIGN(std::string file, find_program(argv.at(0)));
  int output[2];
  if (::pipe2(output, O_CLOEXEC) != 0) return system_error(file, "start", errno);
  UniqueFd reads(output[0]);
  UniqueFd writes(output[1]);
  std::vector<std::string> environment = changed_environment(changes);
  std::vector<char*> argument_pointers = pointers_to(argv);
  std::vector<char*> environment_pointers = pointers_to(environment);
  auto start = std::chrono::steady_clock::now();
  pid_t pid = ::fork();
  if (pid < 0) return system_error(file, "start", errno);
  if (pid == 0) {
    int nothing = ::open("/dev/null", O_RDONLY);
    ::dup2(nothing, 0);
    ::dup2(writes.get(), 1);
    ::dup2(writes.get(), 2);
    if (!directory.empty()) static_cast<void>(!::chdir(directory.c_str()));
    ::execve(file.c_str(), argument_pointers.data(), environment_pointers.data());
    ::_exit(127);
  }
  writes.reset();
  ProcessOutput result;
  result.text = read_until_closed(reads.get(), timeout_ms);
  int left_ms = timeout_ms == 0 ? 0 : std::max(1, timeout_ms - milliseconds_since(start));
  result.end = wait_for_process(pid, left_ms);
  return result;
}

SignalsPassedTo::SignalsPassedTo(pid_t child) {
  passed_to = child;
  for (size_t i = 0; i < k_held_signals.size(); ++i) {
    bool comes_from_terminal = k_held_signals[i] == SIGINT || k_held_signals[i] == SIGQUIT;
    struct sigaction action{};
    action.sa_handler = comes_from_terminal ? SIG_IGN : pass_signal;
    action.sa_flags = SA_RESTART;
    ::sigaction(k_held_signals[i], &action, &saved_[i]);
  }
}

SignalsPassedTo::~SignalsPassedTo() {
  passed_to = 0;
  for (size_t i = 0; i < k_held_signals.size(); ++i)
    ::sigaction(k_held_signals[i], &saved_[i], nullptr);
}

}  // namespace cutaway
