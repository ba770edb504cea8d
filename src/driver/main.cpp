// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cutaway-cc and cutaway-c++. Without patterns they are clang, and keep what weaving needs later;
// with patterns they weave at once, and look at what a link has made.
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "abi/store.h"
#include "driver/command_line.h"
#include "driver/inside_patterns.h"
#include "driver/invocation.h"
#include "driver/keep.h"
#include "driver/link_check.h"
#include "driver/plan_file.h"

namespace cutaway::driver {
namespace {

constexpr bool k_is_cxx = CUTAWAY_DRIVER_IS_CXX;
constexpr const char* k_name = k_is_cxx ? "cutaway-c++" : "cutaway-cc";
constexpr int k_usage_error = 2;

void print(const char* severity, const std::string& what) {
  std::fprintf(stderr, "%s: %s: %s\n", k_name, severity, what.c_str());
}

std::vector<char*> as_argv(std::vector<std::string>& command) {
  std::vector<char*> argv;
  for (std::string& argument : command) argv.push_back(argument.data());
  argv.push_back(nullptr);
  return argv;
}

[[noreturn]] void throw_not_started(const std::string& program, int error) {
  throw UsageError{program + ": " + std::strerror(error), "set CUTAWAY_CLANG to clang 19"};
}

int replace_process(std::vector<std::string> command) {
  execvp(command[0].c_str(), as_argv(command).data());
  throw_not_started(command[0], errno);
}

int run_and_wait(std::vector<std::string> command) {
  pid_t child = 0;
  if (const int error = posix_spawnp(&child, command[0].c_str(), nullptr, nullptr,
                                     as_argv(command).data(), environ)) {
    throw_not_started(command[0], error);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

// A fixed cut is for a program that is shipped: nobody zooms unless the plan says so.
std::string granularity_of(const CommandLine& line) {
  const char* chosen = std::getenv(CUTAWAY_ENV_PLAN_ZOOM);
  std::string zoom = chosen != nullptr ? chosen : "none";
  for (const std::string& path : line.plans)
    if (const PlanFile plan = read_plan_file(path); !plan.zoom.empty()) zoom = plan.zoom;
  return zoom;
}

void hand_to_plugin(const std::vector<std::string>& patterns, const std::string& zoom) {
  std::string lines;
  for (const std::string& pattern : patterns) lines += pattern + "\n";
  setenv(CUTAWAY_ENV_PLAN_INSIDE, lines.c_str(), 1);
  setenv(CUTAWAY_ENV_PLAN_ZOOM, zoom.c_str(), 1);
}

int compile_woven(const CommandLine& line, std::vector<std::string> command,
                  const std::vector<std::string>& patterns) {
  const std::vector<std::string> own = weave_arguments(line, find_library_dir());
  command.insert(command.end(), own.begin(), own.end());
  command.insert(command.end(), line.clang_args.begin(), line.clang_args.end());
  hand_to_plugin(patterns, granularity_of(line));
  if (!line.asan_option.empty())
    setenv(CUTAWAY_ENV_PLAN_ASAN, (asan_setting(line) + "again").c_str(), 1);
  if (!line.does_link || line.is_relocatable || is_configure_probe(line.output))
    return replace_process(std::move(command));

  if (!line.non_pie_option.empty()) {
    print("warning", line.non_pie_option + ": " + line.output +
                         " cannot be recorded: only position-independent programs can");
  }
  const int status = run_and_wait(std::move(command));
  if (status == 0) {
    if (const std::string warning = check_linked_output(line, patterns); !warning.empty())
      print("warning", warning);
  }
  return status;
}

int run(const std::vector<std::string>& arguments) {
  const CommandLine line = parse_command_line(arguments);
  if (line.wants_version) {
    std::printf("%s %s\n", k_name, CUTAWAY_VERSION);
    return 0;
  }
  std::vector<std::string> command = find_clang(k_is_cxx);
  const std::vector<std::string> patterns = collect_patterns(line, std::getenv("CUTAWAY_INSIDE"));
  if (!patterns.empty()) return compile_woven(line, std::move(command), patterns);
  const std::vector<std::string> rest =
      keeping_arguments(line, k_is_cxx ? "c++" : "cc", find_library_dir());
  command.insert(command.end(), rest.begin(), rest.end());
  return replace_process(std::move(command));
}

}  // namespace
}  // namespace cutaway::driver

int main(int argc, char** argv) {
  using namespace cutaway::driver;
  try {
    return run({argv + 1, argv + argc});
  } catch (const UsageError& error) {
    print("error", error.what);
    if (!error.hint.empty()) std::fprintf(stderr, "hint: %s\n", error.hint.c_str());
    return k_usage_error;
  } catch (const std::exception& error) {
    print("internal error", error.what());
    return 70;
  }
}
