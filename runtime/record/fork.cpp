// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fork needs no care: State is wiped in the child. vfork does: the child runs in our memory, and
// if the inside called it, both returns would be recorded. There it becomes a fork whose parent
// waits until the child has called exec or ended, as the caller of vfork expects.
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include "runtime/common/system.h"
#include "runtime/record/state.h"

extern "C" pid_t __vfork(void);

namespace cutaway::rt {

CUTAWAY_COLD static pid_t fork_and_wait() {
  int ends[2];
  const bool has_pipe = !is_error(raw_syscall(SYS_pipe2, to_word(ends), O_CLOEXEC));
  const pid_t child = fork();
  const int saved_errno = errno;
  if (!has_pipe) return child;
  if (child == 0) {
    sys_close(ends[0]);  // the other end closes with exec or exit
    return 0;
  }
  sys_close(ends[1]);
  char byte;
  while (child > 0 && raw_syscall(SYS_read, ends[0], to_word(&byte), 1) == -EINTR) {
  }
  sys_close(ends[0]);
  errno = saved_errno;
  return child;
}

CUTAWAY_EXPORT pid_t vfork(void) noexcept {
  Context* context = t_context;
  if (context != nullptr && context->depth != 0) return fork_and_wait();
  [[clang::musttail]] return __vfork();
}

}  // namespace cutaway::rt
