// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The filter: a list of rules, each "system call n is fine if these bits of argument k are so".
// Everything else raises SIGSYS, which is reported as a divergence with the number of the call.
#include "runtime/replay/sandbox.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <initializer_list>

#include "runtime/common/system.h"

namespace cutaway::rt {
namespace {

class Filter {
 public:
  void add(uint16_t code, uint32_t k, uint8_t if_true = 0, uint8_t if_false = 0) {
    code_[size_++] = sock_filter{code, if_true, if_false, k};
  }
  void load(uint32_t offset) { add(BPF_LD | BPF_W | BPF_ABS, offset); }
  void answer(uint32_t action) { add(BPF_RET | BPF_K, action); }

  void allow(uint32_t number) {
    add(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1);
    answer(SECCOMP_RET_ALLOW);
  }
  // Allows `number` if the low word of `argument`, masked, is `value`; traps it otherwise.
  void allow_if(uint32_t number, uint32_t argument, uint32_t mask, uint32_t value) {
    add(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 5);
    load(argument_offset(argument));
    add(BPF_ALU | BPF_AND | BPF_K, mask);
    add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    answer(SECCOMP_RET_ALLOW);
    answer(SECCOMP_RET_TRAP);
  }
  // Allows write(fd) for two descriptors.
  void allow_write(uint32_t first_fd, uint32_t second_fd) {
    add(BPF_JMP | BPF_JEQ | BPF_K, SYS_write, 0, 5);
    load(argument_offset(0));
    add(BPF_JMP | BPF_JEQ | BPF_K, first_fd, 1, 0);
    add(BPF_JMP | BPF_JEQ | BPF_K, second_fd, 0, 1);
    answer(SECCOMP_RET_ALLOW);
    answer(SECCOMP_RET_TRAP);
  }
  // What the recorder does with its log, and looks up about memory.
  void allow_log(uint32_t fd) {
    for (const uint32_t number : {SYS_pwrite64, SYS_fallocate, SYS_fstat})
      allow_if(number, 0, ~0u, fd);
    for (const uint32_t number : {SYS_getrlimit, SYS_mincore}) allow(number);
  }
  // mmap: anonymous memory that is not executable.
  void allow_map() {
    add(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 6);
    load(argument_offset(3));
    add(BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS, 0, 3);
    load(argument_offset(2));
    add(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0);
    answer(SECCOMP_RET_ALLOW);
    answer(SECCOMP_RET_TRAP);
  }
  bool install() {
    const sock_fprog program{static_cast<unsigned short>(size_), code_};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
  }

 private:
  static uint32_t argument_offset(uint32_t argument) {
    return static_cast<uint32_t>(offsetof(seccomp_data, args)) + 8 * argument;
  }
  sock_filter code_[128];
  uint32_t size_ = 0;
};

}  // namespace

bool enter_sandbox(int report_fd, int log_fd) {
  Filter filter;
  filter.load(offsetof(seccomp_data, arch));
  filter.add(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
  filter.answer(SECCOMP_RET_KILL_PROCESS);
  filter.load(offsetof(seccomp_data, nr));
  for (const uint32_t number :
       {SYS_munmap, SYS_madvise, SYS_brk, SYS_rt_sigreturn, SYS_rt_sigaction, SYS_rt_sigprocmask,
        SYS_sigaltstack, SYS_futex, SYS_exit, SYS_exit_group, SYS_getpid, SYS_gettid}) {
    filter.allow(number);
  }
  // Rules that look at arguments change the accumulator, but they never fall through to the next.
  filter.allow_map();
  filter.allow_if(SYS_mprotect, 2, PROT_EXEC, 0);
  filter.allow_if(SYS_tgkill, 0, ~0u, sys_process_id());
  filter.allow_write(report_fd >= 0 ? static_cast<uint32_t>(report_fd) : 2, 2);
  if (log_fd >= 0) filter.allow_log(static_cast<uint32_t>(log_fd));
  filter.answer(SECCOMP_RET_TRAP);
  return filter.install();
}

}  // namespace cutaway::rt
