// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/replay/engine.h"

#include <alloca.h>

#include "runtime/common/asan.h"
#include "runtime/common/system.h"
#include "runtime/common/verify_hash.h"
#include "runtime/replay/ending.h"
#include "runtime/replay/exception_headers.h"
#include "runtime/replay/exceptions.h"
#include "runtime/replay/jump_buffers.h"
#include "runtime/replay/module_map.h"
#include "runtime/replay/own_memory.h"
#include "runtime/replay/recorded_memory.h"
#include "runtime/replay/report.h"
#include "runtime/replay/runtime.h"
#include "runtime/replay/segment.h"

// A debugger breaks here; `replay_function` is the flavour that runs next.
CUTAWAY_EXPORT CUTAWAY_NOINLINE void cutaway_replay_stop(void* replay_function) {
  asm volatile("" : : "r"(replay_function) : "memory");
}

namespace cutaway::rt {

EngineOptions g_engine_options;
uint64_t g_incalls;
ReplayThread* g_thread;

namespace {

ReplayThread* g_threads[k_max_threads];
Coroutine g_main;  // the constructor's; never resumed

void push_frame(ReplayThread& thread, EngineFrame* frame, bool is_yield) {
  frame->outer = thread.frame;
  frame->depth = thread.depth;
  frame->is_yield = is_yield;
  frame->incall = thread.incall;
  frame->inside_sp = thread.inside_sp;
  thread.frame = frame;
}

void restore_frame(ReplayThread& thread, const EngineFrame& frame) {
  thread.depth = frame.depth;
  thread.incall = frame.incall;
  thread.inside_sp = frame.inside_sp;
}

// The outside left by longjmp to where `left` crossings were open: frames above are gone.
[[noreturn]] void abandon(ReplayThread& thread, uint32_t left) {
  g_stream.advance();
  EngineFrame* frame = thread.frame;
  while (frame != nullptr && frame->depth > left) frame = frame->outer;
  if (frame == nullptr || frame->depth != left)
    report_bad_recording("a jump leads to no open crossing");
  thread.frame = frame;
  clean_inside_stack(thread.inside_sp);
  restore_frame(thread, *frame);
  cutaway_resume(&frame->point);
}

// A setjmp of the inside returned again.
[[noreturn]] void land(ReplayThread& thread, Event event) {
  const uint32_t left = event.ident();
  __jmp_buf_tag* jump = find_jump(g_modules.decode(event.payload()[0]));
  if (jump == nullptr) report_bad_recording("a jump lands where no setjmp was");
  const int value = static_cast<int>(event.payload()[1]);
  g_stream.advance();
  const auto is_left = [&](const EngineFrame& frame) {
    return frame.depth > left || (frame.is_yield && frame.depth == left);
  };
  clean_inside_stack(thread.inside_sp);
  // The last frame to go was entered from the incall that is landed in.
  while (thread.frame != nullptr && is_left(*thread.frame)) {
    restore_frame(thread, *thread.frame);
    if (!thread.frame->is_yield) thread.depth--;
    thread.frame = thread.frame->outer;
  }
  if (thread.depth != left) report_bad_recording("a jump lands in no open incall");
  thread.is_landing = true;
  begin_segment(thread);
  longjmp(jump, value);
}

void check_results(const ReplayFunction& function, Event event, const uint64_t* results) {
  const uint64_t count = function.function->ret_slots;
  const Values values = event.values(count);
  for (uint64_t i = 0; i < count; i++) {
    const uint64_t expected = g_modules.slot(values, i);
    if (CUTAWAY_LIKELY(results[i] == expected) || recorded_word(results[i]) == expected) continue;
    if (values.is_marked(i) && is_recorded_spelling(values.slots[i], results[i])) continue;
    report_divergence({.what = "result",
                       .index = static_cast<int>(i),
                       .expected = expected,
                       .actual = results[i],
                       .has_expected = true,
                       .has_actual = true});
  }
}

void check_throw(Event event, const Thrown& thrown) {
  const Values values = event.values(2);
  const uint64_t object = g_modules.slot(values, 0);
  if (object != to_word(thrown.object)) {
    report_divergence({.what = "thrown object",
                       .expected = object,
                       .actual = to_word(thrown.object),
                       .has_expected = true,
                       .has_actual = true});
  }
  const char* expected_type = event.text(static_cast<uint32_t>(mark_words(2) + 2));
  if (!is_same_type(thrown, g_modules.slot(values, 1), expected_type)) {
    report_divergence(
        {.what = "thrown type", .expected_text = expected_type, .actual_text = thrown.type_name});
  }
}

void finish_incall(ReplayThread& thread, uint32_t ident, const Thrown& thrown,
                   const uint64_t* results) {
  if (finish_otherwise(thread, ident, thrown, results)) return;
  settle_checksum(thread);
  const bool has_thrown = thrown.is_thrown;
  const uint32_t kind = has_thrown ? k_event_incall_throw : k_event_incall_return;
  const Event event =
      demand(thread, kind, has_thrown ? "exception leaves the inside" : "incall returns");
  if (CUTAWAY_UNLIKELY(event.ident() != ident))
    report_bad_recording("an incall ends that is not open");
  if (has_thrown) {
    check_throw(event, thrown);
  } else {
    check_results(g_tables.functions[ident], event, results);
  }
  g_stream.advance();
}

// noinline: argument and result slots leave the stack when the incall ends.
CUTAWAY_NOINLINE void perform_incall(ReplayThread& thread, Event event) {
  const uint32_t ident = event.ident();
  const CutawayFunction* function = g_tables.functions[ident].function;
  if (function == nullptr || function->thunk == nullptr)
    report_bad_recording("a function cannot be called");
  const uint64_t number = ++g_incalls;
  const uint64_t arg_slots = function->arg_slots;
  auto* slots = static_cast<uint64_t*>(alloca((arg_slots + function->ret_slots + 1ull) * 8));
  const Values values = event.values(arg_slots);
  for (uint64_t i = 0; i < arg_slots; i++) slots[i] = g_modules.slot(values, i);
  for (uint64_t i = 0; i < function->ret_slots; i++) slots[arg_slots + i] = 0;
  if (CUTAWAY_UNLIKELY(g_engine_options.take_arguments != nullptr))
    g_engine_options.take_arguments(slots, arg_slots);
  restore_ended_headers();
  before_incall(slots, arg_slots);
  const OpenIncall outer = thread.incall;
  char* const inside_sp = thread.inside_sp;
  thread.incall = {number, ident, reinterpret_cast<uint64_t>(__builtin_frame_address(0)),
                   to_word(inside_sp)};
  thread.depth++;
  g_stream.advance();
  begin_segment(thread);
  if (CUTAWAY_UNLIKELY(number == g_engine_options.stop_at)) cutaway_replay_stop(function->replay);
  // A function that is outside for the smaller inside of a zoom is called as the outside does.
  const bool is_entered = function->leaves_replay != 0 || g_engine_options.enters;
  void* const context = is_entered ? nullptr : &thread;
  const auto thunk = reinterpret_cast<CutawayThunk>(function->thunk);
  Thrown thrown{};
  if (CUTAWAY_UNLIKELY(is_uncaught(event))) {
    call_thunk_uncaught(thunk, context, slots, slots + arg_slots);
  } else {
    thrown = call_thunk(thunk, context, slots, slots + arg_slots);
  }
  finish_incall(thread, ident, thrown, slots + arg_slots);
  thread.depth--;
  thread.incall = outer;
  thread.inside_sp = inside_sp;
  if (CUTAWAY_UNLIKELY(number == g_engine_options.until)) end_stopped();
}

// An incall whose frames lie elsewhere on the inside stack than where the thread stands.
void perform_incall_at(ReplayThread& thread, Event place) {
  char* const inside_sp = thread.inside_sp;
  g_stream.advance();
  if (g_stream.next().kind() != k_event_incall)
    report_bad_recording("the inside stack moves without an incall");
  thread.inside_sp = reinterpret_cast<char*>(place.payload()[0]);
  perform_incall(thread, g_stream.next());
  thread.inside_sp = inside_sp;
}

// Returns the end of the outcall at hand, taken.
CUTAWAY_NOINLINE Event follow_outside(ReplayThread& thread) {
  for (;;) {
    const Event event = next_event_of(thread);
    switch (event.kind()) {
      case k_event_incall:
        perform_incall(thread, event);
        break;
      case k_event_inside_sp:
        perform_incall_at(thread, event);
        break;
      case k_event_outcall_return:
      case k_event_outcall_throw:
        if (thread.depth == 0) report_bad_recording("an outcall ends that is not open");
        g_stream.advance();
        return event;
      case k_event_landed:
        land(thread, event);
      case k_event_abandon:
        abandon(thread, event.ident());
      case k_event_failure:
      case k_event_exit:
      case k_event_truncated:
      case k_event_end_of_stream:
        end_in_outside(event);
      default:
        report_bad_recording("an event of the inside stands where the outside runs");
    }
  }
}

// Returns when the next event is one of the inside.
CUTAWAY_NOINLINE void follow_handlers(ReplayThread& thread) {
  for (;;) {
    const Event event = next_event_of(thread);
    if (event.kind() == k_event_landed) land(thread, event);
    if (event.kind() == k_event_abandon) abandon(thread, event.ident());
    if (event.kind() == k_event_inside_sp) {
      perform_incall_at(thread, event);
      continue;
    }
    if (event.kind() != k_event_incall) return;
    perform_incall(thread, event);
  }
}

void run_thread(void* data) {
  await_outside(*static_cast<ReplayThread*>(data));
  report_bad_recording("an outcall ends that is not open");
}

ReplayThread* start_thread(uint32_t ident) {
  auto* thread = own_allocate_array<ReplayThread>(1);
  thread->ident = ident;
  thread->inside_sp = map_inside_stack(ident);
  thread->verify = g_stream.verify ? 1 : 0;
  thread->position = k_never;
  thread->hash = k_verify_seed;
  if (thread->inside_sp == nullptr ||
      !make_coroutine(&thread->coroutine, ident, run_thread, thread)) {
    fail_to_start("the stack of a recorded thread cannot be mapped");
  }
  return thread;
}

}  // namespace

const ReplayThread* find_thread(uint64_t ident) {
  return ident < k_max_threads ? g_threads[ident] : nullptr;
}

void switch_to_thread(Event event) {
  const uint32_t ident = event.ident();
  if (ident >= k_max_threads) report_bad_recording("a thread is out of range");
  if (g_threads[ident] == nullptr) g_threads[ident] = start_thread(ident);
  ReplayThread* next = g_threads[ident];
  next->kernel_id = event.payload()[0];
  if (next == g_thread) return;
  Coroutine* from = g_thread != nullptr ? &g_thread->coroutine : &g_main;
  g_thread = next;
  switch_coroutine(from, &next->coroutine);
}

Event next_event_of(ReplayThread&) {
  for (;;) {
    const Event event = g_stream.next();
    if (CUTAWAY_LIKELY(event.kind() != k_event_thread)) return event;
    g_stream.advance();
    switch_to_thread(event);
  }
}

Event await_outside(ReplayThread& thread) {
  EngineFrame frame;
  push_frame(thread, &frame, false);
  cutaway_save_point(&frame.point);  // an abandon comes back here and follows on
  const Event event = follow_outside(thread);
  thread.frame = frame.outer;
  return event;
}

void await_turn(ReplayThread& thread) {
  EngineFrame frame;
  push_frame(thread, &frame, true);
  cutaway_save_point(&frame.point);
  follow_handlers(thread);
  thread.frame = frame.outer;
}

void land_after_fault() {
  if (g_thread == nullptr) return;
  Event event = g_stream.next();
  if (event.kind() == k_event_checksum) event = g_stream.after(event);
  if (event.kind() != k_event_landed) return;
  settle_checksum(*g_thread);
  land(*g_thread, event);
}

CUTAWAY_COLD Event demand_slowly(ReplayThread& thread, uint32_t kind, const char* actual) {
  settle_checksum(thread);
  const Event event = g_stream.next();
  if (event.kind() == kind) return event;
  if (event.is_end()) end_in_inside(thread, event, actual);
  // Another thread may end the program while this one is inside.
  if (event.kind() == k_event_thread && g_stream.after(event).is_end())
    end_in_outside(g_stream.after(event));
  report_divergence({.what = "event kind", .expected_kind = event.kind(), .actual_text = actual});
}

[[noreturn]] void run_engine() {
  const Event first = g_stream.next();
  if (first.is_end()) end_in_outside(first);
  if (first.kind() != k_event_thread)
    report_bad_recording("the stream does not start with a thread");
  g_stream.advance();
  switch_to_thread(first);
  __builtin_trap();
}

}  // namespace cutaway::rt
