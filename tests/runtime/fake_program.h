// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A woven program written by hand: the test executable runs itself with the recorder preloaded
// and drives the hooks as the pass would make code do.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "abi/recording_format.h"
#include "abi/weave.h"

// A scenario runs in the recorded process; its result is the exit status.
struct Scenario {
  Scenario(const char* name, int (*run)());
  const char* name;
  int (*run)();
  Scenario* next;
};
#define SCENARIO(name)                                       \
  static int scenario_##name();                              \
  static Scenario g_scenario_##name(#name, scenario_##name); \
  static int scenario_##name()

struct Event {
  uint32_t kind;
  uint32_t ident;
  std::vector<uint64_t> words;
};

struct RunOptions {
  std::string options;           // CUTAWAY_OPTIONS
  std::string log;               // path; empty: a temporary file that is removed
  uint64_t file_size_limit = 0;  // RLIMIT_FSIZE
};

struct RecordedRun {
  int status = 0;  // of waitpid
  std::vector<Event> events;
  std::string errors;  // stderr
  uint64_t log_bytes = 0;
  bool is_well_formed = false;  // events fill the log up to a zero word or its end
  std::vector<Event> of(uint32_t kind) const;
  uint64_t patched_bytes() const;
  // take(address, byte) for all bytes of plain patches and runs, in order.
  void for_each_patched_byte(const std::function<void(uint64_t, uint8_t)>& take) const;
};

// Runs `scenario` in a new process of this program under the recorder.
RecordedRun record(const std::string& scenario, const RunOptions& options = {});

// --- For scenarios -------------------------------------------------------------------------------
extern "C" cutaway::CutawayModule g_fake_module;
extern cutaway::CutawayFunction g_fake_function;  // no arguments, no results
extern cutaway::CutawayFunction g_fake_getter;    // one argument, one result
extern cutaway::CutawaySite g_fake_site;          // one argument, one result

bool is_recording();

template <class Function>
Function* hook(int index) {
  return reinterpret_cast<Function*>(g_fake_module.calls[index]);
}

typedef void (*AccessHook)(void*, const void*, uint64_t) __attribute__((preserve_most));
typedef void (*PositionHook)(void*) __attribute__((preserve_most));

// The hooks compare stack pointers: these wrappers must not add frames of their own.
#define INTO_CALLER __attribute__((always_inline)) inline
INTO_CALLER void* hook_incall() {
  if (!is_recording()) return nullptr;
  return hook<void*(void*, const void*)>(cutaway::k_call_incall)(&g_fake_function, nullptr);
}
INTO_CALLER void hook_incall_return(void* context) {
  hook<void(void*, void*, void*)>(cutaway::k_call_incall_return)(context, &g_fake_function,
                                                                 nullptr);
}
INTO_CALLER void hook_outcall(void* context, uint64_t argument) {
  hook<void(void*, void*, void*, void*, void*)>(cutaway::k_call_outcall)(
      context, &g_fake_site, reinterpret_cast<void*>(&is_recording), &argument, nullptr);
}
INTO_CALLER void hook_outcall_return(void* context, uint64_t result) {
  hook<void(void*, void*, void*)>(cutaway::k_call_outcall_return)(context, &g_fake_site, &result);
}
// Checked load and mirrored store, as woven code has them.
uint64_t load(void* context, const void* address, uint64_t size);
void store(void* context, void* address, uint64_t value, uint64_t size);
void counted_access(cutaway::CutawayContext* context);

// The record flavour has a frame of its own below that of the hooks' caller.
template <class Body>
__attribute__((noinline)) void run_flavour(Body& body, void* context) {
  body(static_cast<cutaway::CutawayContext*>(context));
}

// `body` as an incall with its context. False if the recorder refused.
template <class Body>
__attribute__((noinline)) bool inside(Body body) {
  void* context = hook_incall();
  if (context == nullptr) return false;
  run_flavour(body, context);
  hook_incall_return(context);
  return true;
}

// `body` as an incall with one argument and one result, which is what it returns.
template <class Body>
__attribute__((noinline)) bool call_in(uint64_t argument, Body body) {
  if (!is_recording()) return false;
  uint64_t slots[2] = {argument, 0};
  void* context = hook<void*(void*, void*)>(cutaway::k_call_incall)(&g_fake_getter, slots);
  if (context == nullptr) return false;
  const auto flavour = [&](cutaway::CutawayContext* known) { slots[1] = body(known); };
  run_flavour(flavour, context);
  hook<void(void*, void*, void*)>(cutaway::k_call_incall_return)(context, &g_fake_getter, slots);
  return true;
}

template <class Body>
__attribute__((noinline)) void outside(cutaway::CutawayContext* context, Body body) {
  hook_outcall(context, 0);
  body();
  hook_outcall_return(context, 0);
}
