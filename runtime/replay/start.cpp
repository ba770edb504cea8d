// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The constructor of the replay library. It runs before all others (-z initfirst) and, when there
// is something to replay, never returns: nothing of the outside runs, not even static constructors.
#include <stdlib.h>
#include <string.h>

#include "runtime/common/modules.h"
#include "runtime/common/options.h"
#include "runtime/common/system.h"
#include "runtime/common/text.h"
#include "runtime/replay/asan.h"
#include "runtime/replay/engine.h"
#include "runtime/replay/exceptions.h"
#include "runtime/replay/layout.h"
#include "runtime/replay/memcheck.h"
#include "runtime/replay/module_map.h"
#include "runtime/replay/own_memory.h"
#include "runtime/replay/recorded_memory.h"
#include "runtime/replay/report.h"
#include "runtime/replay/runtime.h"
#include "runtime/replay/sandbox.h"
#include "runtime/replay/signals.h"
#include "runtime/replay/stream.h"
#include "runtime/replay/tables.h"

namespace cutaway::rt {
namespace {

struct Start {
  Options options;
  AddressRange original_stack;
  Coroutine constructor;  // left, never resumed
  Coroutine starter;
};
Start g_start;

// read_options leaves what is not given false; the sandbox is on unless it is lifted.
Options read_replay_options(char** environment) {
  Options options = read_options(environment);
  Options given{};
  given.sandbox = true;
  if (const char* text = find_variable(environment, CUTAWAY_ENV_OPTIONS))
    parse_options(text, &given);
  options.sandbox = given.sandbox;
  return options;
}

void attach_modules() {
  bool is_any_woven = false;
  for (uint32_t i = 0; i < g_modules.loaded_count; i++) {
    CutawayModule* woven = g_modules.loaded[i].woven;
    if (woven == nullptr) continue;
    if (woven->abi_version != k_abi_version) {
      fail_to_start("woven by another version of cutaway", g_modules.loaded[i].path);
    }
    attach_module(woven);
    is_any_woven = true;
  }
  if (!is_any_woven) fail_to_start("the program holds no inside code", g_modules.loaded[0].path);
}

// Runs on a native stack of the replayer. The original stack becomes zero pages: the recorded
// process's stack lay about there, and its content arrives as patches.
void start_engine(void*) {
  const AddressRange stack = g_start.original_stack;
  if (stack.low != stack.high) {
    sys_map(stack.low, stack.high - stack.low, PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED);
  }
  if (!prepare_recorded_memory()) fail_to_start("the recorded addresses cannot be mapped");
  if (has_asan() && !map_asan_shadow())
    fail_to_start("the shadow of AddressSanitizer cannot be mapped");
  void* volatile block =
      malloc(1);  // its first call asks for random bytes, which the sandbox refuses
  free(block);
  prepare_runtime(g_start.options);
  install_signal_handlers();
  install_terminate_handler();
  if (is_under_valgrind()) {
    map_mentioned_memory();
  } else if (g_start.options.sandbox &&
             !enter_sandbox(g_start.options.report_fd, log_descriptor())) {
    fail_to_start("the seccomp filter cannot be installed", "use --no-sandbox");
  }
  run_engine();
}

// The environment goes with the original stack.
char* keep_text(const char* text) {
  return text != nullptr ? strcpy(own_allocate_array<char>(strlen(text) + 1), text) : nullptr;
}

void replay(char** arguments, char** environment) {
  Options& options = g_start.options;
  set_report_fd(options.report_fd);
  if (!reserve_own_memory()) fail_to_start("the replayer's addresses are taken");
  options.zoom_log = keep_text(options.zoom_log);
  options.zoom_functions = keep_text(options.zoom_functions);
  options.watch = keep_text(options.watch);
  if (options.valgrind) start_memcheck();
  g_engine_options = {.until = options.until, .stop_at = options.stop_at};
  if (const char* wrong = open_stream(options.log)) fail_to_start(wrong, options.log);
  collect_loaded_modules();
  read_tables();
  if (!is_under_valgrind()) g_start.original_stack = settle_layout(arguments, environment);
  attach_modules();
  // Threads have the native stacks 0 to k_max_threads - 1.
  if (!make_coroutine(&g_start.starter, k_max_threads, start_engine, nullptr)) {
    fail_to_start("the replayer's stack cannot be mapped");
  }
  switch_coroutine(&g_start.constructor, &g_start.starter);
}

__attribute__((constructor)) void construct(int, char** arguments, char** environment) {
  g_start.options = read_replay_options(environment);
  if (g_start.options.log == nullptr) return;
  disarm_asan();
  if (g_start.options.valgrind && !is_run_by_valgrind()) return;  // valgrind's launcher
  replay(arguments, environment);
}

}  // namespace
}  // namespace cutaway::rt
