// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hooks of both flavours. A context of the recorder: S runs, and what it asks of the outside is
// logged for the small recording and answered by the rest of B, or from the recording that is
// replayed. A thread of the replayer: B outside of S runs, and only calls of S are special.
#include "runtime/record/calls.h"
#include "runtime/record/crossings.h"
#include "runtime/replay/asan.h"
#include "runtime/replay/engine.h"
#include "runtime/replay/exceptions.h"
#include "runtime/replay/module_map.h"
#include "runtime/replay/outcall.h"
#include "runtime/replay/report.h"
#include "runtime/replay/runtime.h"
#include "runtime/replay/segment.h"
#include "runtime/zoom/fresh_memory.h"
#include "runtime/zoom/zoom.h"

namespace cutaway::rt {

const uint32_t k_attached_flags = k_module_woven | k_module_partial;

namespace {

bool is_zoom(const void* context) { return static_cast<const CutawayContext*>(context)->is_zoom; }

const CutawayFunction* find_callee(const CutawaySite* site, const void* callee) {
  if (site->function != nullptr) return site->function;
  const CutawayModule* woven = find_loaded(reinterpret_cast<uint64_t>(site))->woven;
  const char* entry = static_cast<const char*>(callee);
  if (entry < woven->entries_begin || entry >= woven->entries_end) return nullptr;
  const auto* prefix = reinterpret_cast<const CutawayPrefix*>(entry) - 1;
  return reinterpret_cast<const CutawayFunction*>(entry + prefix->function);
}

// The function of B that a guarded call leads to; null if the call leaves B.
const CutawayFunction* guarded_callee(const CutawaySite* site, const void* callee) {
  const CutawayFunction* function = find_callee(site, callee);
  const bool is_outside =
      function == nullptr || (function->leaves_replay != 0 && function->leaves_zoom != 0);
  return is_outside ? nullptr : function;
}

void call_thunk_of(const CutawayFunction* function, void* context, const void* arguments,
                   void* results) {
  reinterpret_cast<CutawayThunk>(function->thunk)(context, static_cast<const uint64_t*>(arguments),
                                                  static_cast<uint64_t*>(results));
}

// The replayer of the small recording must have the inside stack where B had it.
void announce_stack(Context* context, char* inside_sp) {
  if (context->woven.inside_sp == inside_sp) return;
  begin_events(context);
  uint64_t* event = reserve_event(1);
  if (event == nullptr) return;
  event[1] = reinterpret_cast<uint64_t>(inside_sp);
  commit_event(event, k_event_inside_sp, 1, 0);
}

// S starts a segment, or goes on in one: accesses count down to what the replayed stream does next.
void run_on(Context* context, const ReplayThread& thread) {
  log_fresh_memory();
  const uint64_t access = current_access(context);
  context->woven.position = thread.position;
  context->counted = access - k_quantum + context->woven.position;
}

// S stops: the replayer goes on counting.
void give_position(const Context* context, ReplayThread& thread) {
  thread.position = context->woven.position;
}

// S calls what is outside for it.
void leave(Context* context, CutawaySite* site, void* callee, void* arguments, void* results,
           uint64_t sp) {
  ReplayThread& thread = *g_thread;
  outcall_at(context, site, callee, arguments, sp);
  give_position(context, thread);
  thread.inside_sp = context->woven.inside_sp;
  note_stack_of_zoom(thread);
  if (const CutawayFunction* function = guarded_callee(site, callee)) {
    call_thunk_of(function, &thread, arguments, results);
  } else {
    on_outcall(&thread, site, callee, static_cast<const uint64_t*>(arguments),
               static_cast<uint64_t*>(results));
  }
  context_of(thread);  // others may have run
  outcall_return_at(context, site, results, sp);
  run_on(context, thread);
}

// The rest of B calls what is outside for it.
void leave_rest(void* thread, const CutawaySite* site, const void* callee,
                const uint64_t* arguments, uint64_t* results) {
  note_stack(*g_thread);
  const uint64_t bytes = allocated_bytes(g_stream.next(), arguments);
  const uint64_t first = bytes != 0 ? arguments[0] : 0;  // results go to where the arguments are
  on_outcall(thread, site, callee, arguments, results);
  if (bytes == 0) return;
  const bool is_old = results[0] == 0 || results[0] == first;  // realloc() may leave it in place
  if (!is_old) make_fresh(results[0], bytes);
}

// B gave up the inside in the middle of S: so does S, and others may enter it.
void yield_zoom(Context* context, ReplayThread& thread) {
  end_segment(context);
  write_event(k_event_yield, static_cast<uint32_t>(current_access(context)));
  forget_thread();
  // Handlers of signals that waited run above, as outside code.
  const uint32_t depth = context->depth;
  push_crossing(context, k_crossing_handler, reinterpret_cast<uint64_t>(__builtin_frame_address(0)),
                nullptr);
  thread.inside_sp = context->woven.inside_sp;
  note_stack_of_zoom(thread);
  unlock_inside();
  set_side(context, k_side_outside);
  on_position_reached(&thread);
  context_of(thread);
  lock_inside(context);
  while (context->depth > depth) pop_crossing(context);
  forget_thread();
  begin_events(context);
  start_segment(context);
  set_side(context, k_side_inside);
}

Event next_but_checksum() {
  const Event event = g_stream.next();
  return event.kind() == k_event_checksum ? g_stream.after(event) : event;
}

// The recorded exception found no handler, so nothing was unwound. Here the replayer is one: what
// runs on its way is not part of the small recording, which ends now.
void end_if_uncaught() {
  const Event event = next_but_checksum();
  if (event.kind() == k_event_failure && event.ident() == SIGABRT) finish_runtime(event);
}

}  // namespace

namespace zoom_hooks {
namespace {

void* incall(void*, void*) { return nullptr; }  // then the dispatch asks zoom_incall

void incall_return(void* pointer, void* function, void* slots) {
  Context* context = to_context(pointer);
  give_position(context, *g_thread);
  g_thread->inside_sp = context->woven.inside_sp;
  note_stack_of_zoom(*g_thread);
  auto* results =
      static_cast<uint64_t*>(slots) + static_cast<CutawayFunction*>(function)->arg_slots;
  incall_return_at(context, function, results, CUTAWAY_CALLER_SP());
}

void incall_throw(void* pointer, void* function, void* unwind_exception) {
  Context* context = to_context(pointer);
  // An exception that only passes through S comes from where the replayer counts.
  if (context->side == k_side_inside) give_position(context, *g_thread);
  incall_throw_at(context, function, unwind_exception, CUTAWAY_CALLER_SP());
}

void outcall(void* pointer, void* site_pointer, void* callee, void* arguments, void* results) {
  auto* site = static_cast<CutawaySite*>(site_pointer);
  if (is_zoom(pointer))
    return leave(to_context(pointer), site, callee, arguments, results, CUTAWAY_CALLER_SP());
  if (const CutawayFunction* function = guarded_callee(site, callee))
    return call_thunk_of(function, nullptr, arguments, results);
  leave_rest(pointer, site, callee, static_cast<const uint64_t*>(arguments),
             static_cast<uint64_t*>(results));
}

void caught(void* pointer, void* unwind_exception) {
  on_caught(pointer, unwind_exception);
  if (!is_zoom(pointer)) return;
  Context* context = to_context(pointer);
  const bool came_from_outside = context->side == k_side_outside;
  context_of(*g_thread);
  caught_at(context, unwind_exception, CUTAWAY_CALLER_SP());
  if (came_from_outside) run_on(context, *g_thread);
}

void throwing(void* pointer, void* object, void* typeinfo) {
  on_throwing(g_thread, object, typeinfo);
  if (is_zoom(pointer)) {
    rt::throwing(pointer, object, typeinfo);
    run_on(to_context(pointer), *g_thread);
  }
  end_if_uncaught();
}

void value(void* pointer, void* site, void* slots) {
  void* const thread = is_zoom(pointer) ? g_thread : pointer;
  on_value(thread, static_cast<const CutawaySite*>(site), static_cast<uint64_t*>(slots));
  if (!is_zoom(pointer)) return;
  rt::value(pointer, site, slots);
  run_on(to_context(pointer), *g_thread);
}

uint64_t setjmp_begin(void* pointer, void* buffer) {
  const uint64_t token = on_setjmp_begin(is_zoom(pointer) ? g_thread : pointer, buffer);
  return is_zoom(pointer) ? rt::setjmp_begin(pointer, buffer) : token;
}

void setjmp_end(void* pointer, void* buffer, uint64_t token, int32_t result) {
  if (!is_zoom(pointer)) {
    on_setjmp_end(pointer, buffer, token, result);
    // Crossings of S that were left by the jump are so when S is called again, as in a recording.
    if (result != 0) context_of(*g_thread)->landed_sp = CUTAWAY_CALLER_SP();
    return;
  }
  Context* context = to_context(pointer);
  context_of(*g_thread);
  on_setjmp_end(g_thread, buffer, reinterpret_cast<uint64_t>(g_thread->inside_sp), result);
  rt::setjmp_end(context, buffer, token, result);
  if (result != 0) run_on(context, *g_thread);
}

CUTAWAY_PRESERVE_MOST void position_reached(void* pointer) {
  if (!is_zoom(pointer)) return on_position_reached(pointer);
  Context* context = to_context(pointer);
  ReplayThread& thread = *g_thread;
  give_position(context, thread);
  if (next_but_checksum().kind() == k_event_yield) {
    yield_zoom(context, thread);
  } else {
    on_position_reached(&thread);
  }
  run_on(context, thread);
}

CUTAWAY_PRESERVE_MOST void verify_store(void* pointer, void* address, uint64_t size) {
  if (!is_zoom(pointer)) return on_verify_store(pointer, address, size);
  rt::verify_store(pointer, address, size);
  on_verify_store(g_thread, address, size);
}

void asan_report(void* pointer, uint64_t address, uint64_t size) {
  if (is_zoom(pointer)) rt::asan_report(pointer, address, size);
}
void asan_reported(void* pointer) {
  if (is_zoom(pointer)) rt::asan_reported(pointer);
}
int32_t asan_is_poisoned(void* pointer, int32_t which, uint64_t a, uint64_t b, uint64_t n) {
  const auto hook = is_zoom(pointer) ? rt::asan_is_poisoned : on_asan_is_poisoned;
  return hook(pointer, which, a, b, n);
}

[[noreturn]] void stop() { report_internal_error("record code ran in a zoom"); }
void outcall_return(void*, void*, void*) { stop(); }
int32_t mutex_trylock(void*, void*) { stop(); }
void asan_exit(void*) {}

void* zoom_incall(void* function, void* arguments) {
  const uint64_t sp = CUTAWAY_CALLER_SP();
  ReplayThread& thread = *g_thread;
  Context* context = context_of(thread);
  const uint64_t highest = sp > context->landed_sp ? sp : context->landed_sp;
  context->landed_sp = 0;
  const bool is_unsettled =
      context->depth != 0 &&
      (highest >= top_crossing(context)->sp || top_crossing(context)->kind == k_crossing_incall);
  if (is_unsettled) settle_crossings(context, highest);
  announce_stack(context, thread.inside_sp);
  note_stack(thread);
  make_frames_fresh();
  if (g_state.alive == 0 || incall_at(function, arguments, sp) == nullptr) report_stopped();
  context->woven.inside_sp = thread.inside_sp;
  top_crossing(context)->frames = thread.inside_sp;
  run_on(context, thread);
  return context;
}

}  // namespace
}  // namespace zoom_hooks

namespace zoom_hooks {

// What is not defined in this namespace is the recorder's.
void* const k_all[k_call_count] = {
#define CUTAWAY_CALL(name, result, ...) reinterpret_cast<void*>(&name),
#include "abi/runtime_calls.inc"
#undef CUTAWAY_CALL
};

}  // namespace zoom_hooks

void attach_hooks(CutawayModule* module) {
  for (int i = 0; i < k_call_count; i++) module->calls[i] = zoom_hooks::k_all[i];
  module->mode = k_mode_zoom;
}

}  // namespace cutaway::rt
