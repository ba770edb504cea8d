// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/invocation.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace cutaway::driver {
namespace {

namespace fs = std::filesystem;

// As execvp would find it; empty if nowhere.
std::string find_in_path(std::string_view name) {
  const char* path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "";
  while (!rest.empty()) {
    const std::string_view dir = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), dir.size() + 1));
    std::string candidate = std::string(dir.empty() ? "." : dir) + "/" + std::string(name);
    if (fs::is_regular_file(candidate) && access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return "";
}

}  // namespace

std::vector<std::string> find_clang(bool is_cxx) {
  if (const char* chosen = std::getenv("CUTAWAY_CLANG"); chosen != nullptr && *chosen != 0) {
    std::vector<std::string> command{chosen};
    if (is_cxx) command.emplace_back("--driver-mode=g++");
    return command;
  }
  std::string clang = find_in_path(is_cxx ? "clang++-19" : "clang-19");
  if (clang.empty()) clang = std::string("/usr/lib/llvm-19/bin/clang") + (is_cxx ? "++" : "");
  if (access(clang.c_str(), X_OK) != 0) {
    throw UsageError{"clang 19 is not installed",
                     "apt-get install clang-19, or set CUTAWAY_CLANG to its path"};
  }
  return {clang};
}

std::string find_library_dir() {
  if (const char* chosen = std::getenv("CUTAWAY_LIBDIR"); chosen != nullptr && *chosen != 0) {
    return fs::absolute(chosen).string();
  }
  const fs::path executable = fs::read_symlink("/proc/self/exe");
  return (executable.parent_path().parent_path() / "lib/cutaway").string();
}

std::string find_plugin(const std::string& library_dir) {
  const std::string plugin = library_dir + "/cutaway_pass.so";
  if (access(plugin.c_str(), R_OK) != 0) {
    throw UsageError{plugin + ": the plugin is missing",
                     "install cutaway again, or run scripts/build"};
  }
  return plugin;
}

// Only a plan says that a replay test is built.
static void check_asan(const CommandLine& line) {
  if (line.asan_option.empty()) return;
  if (line.plans.empty()) {
    throw UsageError{
        line.asan_option + ": a program with AddressSanitizer is woven when it is recorded",
        "leave out --inside here, and give it to cutaway record"};
  }
  if (!line.asan_layout_option.empty()) {
    throw UsageError{line.asan_layout_option + ": its checks are not those that can be replayed",
                     "leave out " + line.asan_layout_option};
  }
}

std::string asan_setting(const CommandLine& line) {
  return std::string(line.asan_recovers ? "recover " : "") +
         (line.asan_ends_scopes ? "" : "no-scope ");
}

std::vector<std::string> weave_arguments(const CommandLine& line, const std::string& library_dir) {
  if (!line.lto_option.empty()) {
    throw UsageError{
        line.lto_option + ": a program is woven as its files are compiled, not when it is linked",
        "leave out " + line.lto_option + ", or add -fno-lto after it"};
  }
  if (!line.foreign_target.empty()) {
    throw UsageError{line.foreign_target + ": only x86-64 code can be woven",
                     "leave out " + line.foreign_target};
  }
  if (!line.sanitizer_option.empty()) {
    throw UsageError{
        line.sanitizer_option + ": its runtime needs the addresses that the recorder needs",
        "leave out " + line.sanitizer_option + ", or leave out --inside"};
  }
  check_asan(line);
  const std::string plugin = find_plugin(library_dir);
  // Links, -E and assembler inputs do not use some of these; clang must not warn of it.
  std::vector<std::string> arguments{"--start-no-unused-arguments", "-fpass-plugin=" + plugin};
  // Names, lines and argument names come from debug info; version 4 is what valgrind 3.19 reads.
  if (!line.sets_debug_level) arguments.emplace_back("-g");
  arguments.emplace_back("-fdebug-default-version=4");
  arguments.emplace_back("-D__CUTAWAY__=1");
  // The constructor that clang's own pass adds, after the plugin's, is not in the group of that
  // one.
  if (!line.asan_option.empty())
    arguments.emplace_back("-fno-sanitize-address-globals-dead-stripping");
  arguments.emplace_back("--end-no-unused-arguments");
  return arguments;
}

}  // namespace cutaway::driver
