// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "replay_process.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>
#include <fstream>
#include <sstream>

namespace cutaway::by_hand {
namespace {

std::string g_stderr;

std::string read_all(int fd) {
  std::string text;
  char buffer[4096];
  for (ssize_t got; (got = read(fd, buffer, sizeof(buffer))) > 0;)
    text.append(buffer, static_cast<size_t>(got));
  close(fd);
  return text;
}

std::string temporary_path(const char* name) {
  return testing::TempDir() + "cutaway_" + std::to_string(getpid()) + "_" + name;
}

[[noreturn]] void execute(const ReplayRun& run, const std::string& log, int report_fd,
                          const std::string& error_path) {
  const int error_fd = open(error_path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(error_fd, 2);
  if (!run.keeps_layout) personality(ADDR_COMPAT_LAYOUT);
  std::vector<std::string> command = run.command;
  // By env: valgrind is a script, which must not be replayed itself.
  command.push_back("env");
  command.push_back("LD_PRELOAD=" CUTAWAY_REPLAY_LIBRARY);
  command.push_back("CUTAWAY_LOG=" + log);
  command.push_back("CUTAWAY_OPTIONS=report_fd=" + std::to_string(report_fd) + "," + run.options);
  char self[4096] = {};
  if (readlink("/proc/self/exe", self, sizeof(self) - 1) <= 0) _exit(127);
  command.push_back(self);
  std::vector<char*> arguments;
  for (std::string& argument : command) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  _exit(127);
}

}  // namespace

nlohmann::json replay(const StreamBuilder& stream, const ReplayRun& run) {
  const std::string log = temporary_path("stream");
  const std::string error_path = temporary_path("stderr");
  std::ofstream(log, std::ios::binary) << stream.raw_log();
  int pipe_fds[2];
  if (pipe(pipe_fds) != 0) return {{"outcome", "none"}};
  const pid_t child = fork();
  if (child == 0) {
    close(pipe_fds[0]);
    alarm(60);
    execute(run, log, pipe_fds[1], error_path);
  }
  close(pipe_fds[1]);
  const std::string report = read_all(pipe_fds[0]);
  int status = 0;
  waitpid(child, &status, 0);
  std::stringstream error;
  error << std::ifstream(error_path).rdbuf();
  g_stderr = error.str();
  if (report.empty()) return {{"outcome", "none"}, {"status", status}, {"stderr", g_stderr}};
  return nlohmann::json::parse(report);
}

const std::string& replay_stderr() { return g_stderr; }

}  // namespace cutaway::by_hand
