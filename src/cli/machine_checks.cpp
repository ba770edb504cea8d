// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <errno.h>
#include <fmt/format.h>
#include <linux/seccomp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "abi/weave.h"
#include "base/file.h"
#include "base/process.h"
#include "base/text.h"
#include "cli/checks.h"
#include "recording/install_paths.h"

namespace cutaway {
namespace {

Check good(std::string name, std::string finding) {
  return {std::move(name), CheckState::Good, std::move(finding), {}};
}

// Runs `probe` in a child, because it changes the process; true if it returned true there.
bool succeeds_in_child(bool (*probe)()) {
  pid_t pid = ::fork();
  if (pid == 0) ::_exit(probe() ? 0 : 1);
  if (pid < 0) return false;
  ProcessEnd end = wait_for_process(pid, 5000);
  return end.signal == 0 && end.exit_status == 0 && !end.timed_out;
}

std::string first_line_of(const std::string& path) {
  auto text = read_file(path, 4096);
  return text ? text->substr(0, text->find('\n')) : std::string();
}

Check check_architecture() {
  utsname name{};
  ::uname(&name);
  std::string finding = fmt::format("{} {} {}", name.sysname, name.release, name.machine);
  if (std::string_view(name.machine) == "x86_64") return good("machine", finding);
  return {"machine", CheckState::Bad, finding, "cutaway records on Linux x86-64 only"};
}

Check check_overcommit() {
  std::string mode = first_line_of("/proc/sys/vm/overcommit_memory");
  if (mode != "2")
    return good("overcommit",
                fmt::format("vm.overcommit_memory is {}", mode.empty() ? "unknown" : mode));
  return {"overcommit", CheckState::Bad, "vm.overcommit_memory is 2: the shadow cannot be reserved",
          "sysctl vm.overcommit_memory=0"};
}

Check check_address_limit() {
  rlimit limit{};
  ::getrlimit(RLIMIT_AS, &limit);
  if (limit.rlim_cur == RLIM_INFINITY) return good("address space", "no limit");
  return {"address space", CheckState::Bad,
          fmt::format("limited to {}", format_bytes(limit.rlim_cur)), "ulimit -v unlimited"};
}

bool can_reserve_shadow() {
  uint64_t start = (k_tracked_low + k_shadow_offset) & ~uint64_t{4095};
  uint64_t size = k_tracked_high - k_tracked_low;
  void* wanted = reinterpret_cast<void*>(start);
  void* place = ::mmap(wanted, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  return place == wanted;
}

Check check_shadow() {
  if (succeeds_in_child(can_reserve_shadow)) return good("shadow", "its address range is free");
  return {"shadow", CheckState::Bad, "its address range cannot be reserved",
          "look for limits on memory (ulimit -v, vm.overcommit_memory), or a sanitizer or tool "
          "that uses these addresses"};
}

bool can_change_layout() {
  int current = ::personality(0xffffffff);
  return current >= 0 &&
         ::personality(static_cast<unsigned long>(current) | ADDR_COMPAT_LAYOUT) >= 0;
}

Check check_personality() {
  if (succeeds_in_child(can_change_layout))
    return good("personality", "the memory layout can be chosen");
  return {"personality", CheckState::Warning,
          "personality(2) is refused: a replay may have to try several layouts",
          "in a container, allow personality in its seccomp profile"};
}

Check check_seccomp() {
  uint32_t action = SECCOMP_RET_ERRNO;
  if (::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0)
    return good("seccomp", "replays can be confined");
  return {"seccomp", CheckState::Warning, "no seccomp filters: a replay cannot be confined",
          "replay with --no-sandbox, and only recordings that you trust"};
}

bool can_be_traced() { return ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0; }

Check check_ptrace() {
  if (succeeds_in_child(can_be_traced)) return good("ptrace", "gdb can run programs");
  return {"ptrace", CheckState::Warning, "ptrace(2) is refused: replay --gdb does not work",
          "sysctl kernel.yama.ptrace_scope=1, or in a container add the capability SYS_PTRACE"};
}

Check check_disk() {
  struct statvfs status{};
  if (::statvfs(".", &status) != 0)
    return {"disk", CheckState::Warning, "cannot be asked for its free space", {}};
  uint64_t free_bytes = uint64_t{status.f_bavail} * status.f_frsize;
  std::string finding = fmt::format("{} free in this folder", format_bytes(free_bytes));
  if (free_bytes >= uint64_t{1} << 30) return good("disk", finding);
  return {"disk", CheckState::Warning, finding,
          "record to another disk with -o, or use --max-size"};
}

Check check_library(const char* file) {
  auto path = find_library(file);
  if (path) return good(file, *path);
  return {file, CheckState::Bad, to_text(path.error()), path.error().hint};
}

Check check_compiler() {
  auto clang = find_program("clang-19");
  if (!clang)
    return {"compiler", CheckState::Warning,
            "clang-19 was not found: programs cannot be woven here", "apt install clang-19"};
  auto output = run_and_capture({"clang-19", "--version"});
  std::string version = output ? output->text.substr(0, output->text.find('\n')) : "does not run";
  return good("compiler", version);
}

Check check_plugin() {
  auto plugin = find_library("cutaway_pass.so");
  if (!plugin) return {"plugin", CheckState::Warning, to_text(plugin.error()), plugin.error().hint};
  auto output = run_and_capture(
      {"clang-19", "-fpass-plugin=" + *plugin, "-x", "c", "-c", "/dev/null", "-o", "/dev/null"});
  if (output && output->end.signal == 0 && output->end.exit_status == 0)
    return good("plugin", "clang-19 loads it");
  std::string why =
      output ? output->text.substr(0, output->text.find('\n')) : to_text(output.error());
  return {"plugin", CheckState::Warning, "clang-19 does not load it: " + why,
          "install clang-19 and cutaway of the same release"};
}

}  // namespace

std::vector<Check> check_machine() {
  return {check_architecture(), check_overcommit(), check_address_limit(), check_shadow(),
          check_personality(),  check_seccomp(),    check_ptrace(),        check_disk()};
}

std::vector<Check> check_installation() {
  return {check_library("libcutaway_record.so"), check_library("libcutaway_replay.so"),
          check_library("libcutaway_zoom.so"), check_compiler(), check_plugin()};
}

}  // namespace cutaway
