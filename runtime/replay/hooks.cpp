// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/replay/asan.h"
#include "runtime/replay/exceptions.h"
#include "runtime/replay/outcall.h"
#include "runtime/replay/own_memory.h"
#include "runtime/replay/report.h"
#include "runtime/replay/runtime.h"
#include "runtime/replay/segment.h"

namespace cutaway::rt {
namespace {

// Whatever only a record flavour calls. The convention does not matter: it does not return.
[[noreturn]] void on_unexpected_call() { report_internal_error("record code ran in a replay"); }

void set_call(CutawayModule* module, int index, const void* hook) {
  module->calls[index] = const_cast<void*>(hook);
}

template <class Function>
const void* address_of(Function* function) {
  return reinterpret_cast<const void*>(function);
}

}  // namespace

// Below every address that a recorded process can have used. Libraries lie where it has its shadow,
// stacks above.
const Places k_places = {0x410000000000ull,
                         0x5000ull << 32,
                         {0, k_tracked_low},
                         true,
                         k_native_stack_bytes - k_native_stack_guard};

void prepare_runtime(const Options&) {}

bool repair_access(int, siginfo_t*, void*) { return false; }

void before_incall(const uint64_t*, uint64_t) {}
bool before_patch(Event, uint64_t, const void*, uint64_t) { return true; }
void after_patch(uint64_t, uint64_t) {}
bool write_fresh(uint64_t address, uint64_t size) { return fill_fresh(address, size); }

bool finish_otherwise(ReplayThread&, uint32_t, const Thrown&, const uint64_t*) { return false; }
bool is_uncaught(Event) { return false; }
void end_by_terminate() {}

void finish_runtime(Event) {}

int log_descriptor() { return -1; }

void attach_module(CutawayModule* module) {
  for (int i = 0; i < k_call_count; i++) set_call(module, i, address_of(on_unexpected_call));
  set_call(module, k_call_verify_store, address_of(on_verify_store));
  set_call(module, k_call_position_reached, address_of(on_position_reached));
  set_call(module, k_call_outcall, address_of(on_outcall));
  set_call(module, k_call_caught, address_of(on_caught));
  set_call(module, k_call_throwing, address_of(on_throwing));
  set_call(module, k_call_value, address_of(on_value));
  set_call(module, k_call_setjmp_begin, address_of(on_setjmp_begin));
  set_call(module, k_call_setjmp_end, address_of(on_setjmp_end));
  set_call(module, k_call_asan_report, address_of(on_asan_report));
  set_call(module, k_call_asan_reported, reinterpret_cast<const void*>(&on_asan_reported));
  set_call(module, k_call_asan_is_poisoned, address_of(on_asan_is_poisoned));
  module->mode = k_mode_replay;
}

}  // namespace cutaway::rt
