// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Modules that the program loads while it runs.
#include <dlfcn.h>

#include "runtime/record/lock.h"
#include "runtime/record/log.h"
#include "runtime/record/modules.h"
#include "runtime/record/signals.h"

namespace cutaway::rt {

// A module that was dlopen'ed calls this from its first constructor.
CUTAWAY_EXPORT void cutaway_rt_attach(CutawayModule*) {
  if (g_state.alive == 0) return;
  KeepErrno keep;
  BlockSignals block;
  const char* why;
  if (refresh_modules(&why)) return;
  lock_aside();
  stop_recording(k_truncated_unsupported, why);
  unlock_inside();
}

// A tail call: the loader looks at its caller to find the library's search path.
using OpenFunction = void* (*)(const char*, int);
static OpenFunction g_real_dlopen;

CUTAWAY_COLD static void prepare_dlopen() {
  if (g_real_dlopen == nullptr) {
    g_real_dlopen = reinterpret_cast<OpenFunction>(dlsym(RTLD_NEXT, "dlopen"));
  }
  if (g_state.alive == 0) return;
  g_suspicion_began = __builtin_ia32_rdtsc();
  g_suspect_modules = 1;
  if (t_context != nullptr) t_context->suspect_modules = 1;
  forbid_plain();
}

CUTAWAY_EXPORT void* dlopen(const char* path, int mode) {
  prepare_dlopen();
  [[clang::musttail]] return g_real_dlopen(path, mode);
}

}  // namespace cutaway::rt
