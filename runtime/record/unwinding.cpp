// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Crossings that end otherwise than by return: exceptions, longjmp of either side.
//
// longjmp of the outside past frames of the inside leaves crossings open that will never be
// closed. The next hook of the thread notices, because it is called from a place higher in the
// native stack than theirs. That is certain only on one stack: if the thread has changed to another
// (coroutines), recording stops rather than guess.
#include "runtime/common/asan.h"
#include "runtime/common/exception_layout.h"
#include "runtime/record/calls.h"
#include "runtime/record/crossings.h"
#include "runtime/record/signals.h"
#include "runtime/record/thrown_object.h"
#include "runtime/record/waiting.h"

namespace cutaway::rt {

namespace {

constexpr char k_stack_switch[] =
    "the outside switched stacks (coroutines) while the inside was waiting for it";

bool is_on_own_stack(const Context* context, uint64_t sp) {
  return sp >= context->stack_low && sp < context->stack_high;
}

void write_abandon(Context* context) {
  begin_events(context);
  write_event(k_event_abandon, context->open);
}

void write_thrown(uint32_t kind, uint32_t ident, const ThrownObject& thrown) {
  const uint64_t words = 3 + text_words(thrown.type_name);
  uint64_t* event = reserve_event(words);
  if (event == nullptr) return;
  const uint64_t slots[2] = {reinterpret_cast<uint64_t>(thrown.object),
                             reinterpret_cast<uint64_t>(thrown.typeinfo)};
  write_text(write_values(event + 1, slots, 2), thrown.type_name);
  commit_event(event, kind, words, ident);
}

ThrownObject decode_or_stop(void* unwind_exception) {
  const ThrownObject thrown = decode_exception(unwind_exception);
  if (thrown.object == nullptr) {
    stop_recording(k_truncated_unsupported,
                   "a forced unwind or an exception of another language crossed the cut");
  }
  return thrown;
}

// An exception arrived in a frame of the inside at `sp`. If the thread was outside, it came
// through the outcall on top, which it ends.
void close_outcall_by_throw(Context* context, void* unwind_exception, uint64_t sp) {
  set_side(context, k_side_runtime);
  lock_inside(context);
  if (!is_top(context, k_crossing_outcall, sp)) abandon_until(context, k_crossing_outcall, sp);
  begin_events(context);
  const ThrownObject thrown = decode_or_stop(unwind_exception);
  clean_inside_stack(context->woven.inside_sp);
  if (context->depth != 0) {
    const auto* site = reinterpret_cast<const CutawaySite*>(top_crossing(context)->function);
    write_thrown(k_event_outcall_throw, site->id, thrown);
    pop_crossing(context);
  }
  start_segment(context);
  set_side(context, k_side_inside);
  check_thrown_object(context, thrown, sp);
}

}  // namespace

CUTAWAY_COLD bool abandon_until(Context* context, CrossingKind kind, uint64_t sp) {
  uint32_t depth = context->depth;
  bool is_certain = is_on_own_stack(context, sp);
  for (; depth != 0; depth--) {
    const Crossing& crossing = context->crossings[depth - 1];
    is_certain = is_certain &&
                 (is_on_own_stack(context, crossing.sp) || crossing.kind == k_crossing_handler);
    if (crossing.kind == kind && sp - crossing.sp <= crossing.limit - crossing.sp) break;
  }
  if (depth == 0 || !is_certain) stop_recording(k_truncated_unsupported, k_stack_switch);
  if (depth == 0) return false;
  if (depth == context->depth) return true;
  clean_inside_stack(context->woven.inside_sp);
  while (context->depth > depth) pop_crossing(context);
  write_abandon(context);
  return true;
}

// The outside calls at `sp`. An incall whose outcall was left is left with it, wherever `sp` is:
// between the two the stack has frames of the inside only.
static void abandon_below(Context* context, uint64_t sp) {
  if (!is_on_own_stack(context, sp)) return;  // nested on another stack: checked at its return
  const uint32_t open = context->open;
  const char* const sp_before = context->woven.inside_sp;
  bool was_inside = false;
  bool was_outcall = false;
  while (context->depth != 0) {
    const Crossing* top = top_crossing(context);
    const bool is_incall = top->kind == k_crossing_incall;
    const bool is_left = is_on_own_stack(context, top->sp)
                             ? top->sp <= sp || (was_outcall && is_incall)
                             : top->kind == k_crossing_handler;
    if (!is_left) break;
    was_inside = context->open == open && is_incall;
    was_outcall = top->kind == k_crossing_outcall;
    pop_crossing(context);
  }
  if (was_inside) {
    stop_recording(k_truncated_unsupported,
                   "the handler of a fault in the inside left it by longjmp");
  }
  context->in_fault_handler = 0;
  if (context->woven.inside_sp != sp_before) clean_inside_stack(sp_before);
  if (context->open != open) write_abandon(context);
}

CUTAWAY_COLD void settle_crossings(Context* context, uint64_t sp) {
  if (sp >= top_crossing(context)->sp) abandon_below(context, sp);
  const bool is_in_segment =
      context->depth != 0 && top_crossing(context)->kind == k_crossing_incall;
  if (!is_in_segment) return;
  stop_recording(k_truncated_unsupported, "the handler of a fault in the inside called the inside");
}

bool is_native_inside(const Context* context, uint64_t address, uint64_t sp) {
  uint64_t low = sp;
  for (uint32_t i = context->depth; i != 0; i--) {
    const Crossing& crossing = context->crossings[i - 1];
    if (crossing.kind == k_crossing_silent) continue;
    if (crossing.kind == k_crossing_incall) {
      if (address >= low && address < crossing.sp) return true;
      if (address < context->stack_low || address >= context->stack_high) return false;
    } else {
      low = crossing.sp;
    }
  }
  return false;
}

bool is_native_innermost(const Context* context, uint64_t address, uint64_t sp) {
  uint32_t depth = context->depth;
  while (depth != 0 && context->crossings[depth - 1].kind != k_crossing_incall) depth--;
  return depth != 0 && address >= sp && address < context->crossings[depth - 1].sp;
}

void incall_throw(void* context, void* function, void* unwind_exception) {
  incall_throw_at(context, function, unwind_exception, CUTAWAY_CALLER_SP());
}

void incall_throw_at(void* context_pointer, void* function_table, void* unwind_exception,
                     uint64_t sp) {
  KeepErrno keep;
  Context* context = to_context(context_pointer);
  auto* function = static_cast<CutawayFunction*>(function_table);
  log_waiting(context);
  if (context->side == k_side_outside) close_outcall_by_throw(context, unwind_exception, sp);
  if (context->depth != 0 && top_crossing(context)->kind == k_crossing_silent) {
    if (--top_crossing(context)->limit == 0) pop_crossing(context);
    return;
  }
  const bool is_known =
      is_top(context, k_crossing_incall, sp) || abandon_until(context, k_crossing_incall, sp);
  if (is_known) {
    end_segment(context);
    write_thrown(k_event_incall_throw, function->id, decode_or_stop(unwind_exception));
    pop_crossing(context);
  }
  unlock_inside();
  set_side(context, k_side_outside);
  deliver_pending(context);
}

void caught(void* context, void* unwind_exception) {
  caught_at(context, unwind_exception, CUTAWAY_CALLER_SP());
}

void caught_at(void* context_pointer, void* unwind_exception, uint64_t sp) {
  KeepErrno keep;
  Context* context = to_context(context_pointer);
  if (context->side == k_side_outside) close_outcall_by_throw(context, unwind_exception, sp);
}

void throwing(void* context_pointer, void* object, void* typeinfo) {
  Context* context = to_context(context_pointer);
  const char* name = typeinfo != nullptr ? type_name_of(typeinfo) : "";
  log_waiting(context);
  end_segment(context);
  write_thrown(k_event_throwing, 0, {object, typeinfo, name});
  start_segment(context);
}

uint64_t setjmp_begin(void* context_pointer, void*) {
  Context* context = to_context(context_pointer);
  log_waiting(context);
  return context->depth;
}

void setjmp_end(void* context_pointer, void* buffer, uint64_t token, int32_t result) {
  Context* context = to_context(context_pointer);
  if (result == 0) return;
  log_waiting(context);
  if (context->side == k_side_inside) {
    end_segment(context);
  } else {
    set_side(context, k_side_runtime);
    lock_inside(context);
  }
  begin_events(context);
  if (token > context->depth) {
    stop_recording(k_truncated_unsupported, "longjmp into a function of the inside that had ended");
  }
  clean_inside_stack(context->woven.inside_sp);
  while (context->depth > token) pop_crossing(context);
  context->in_fault_handler = 0;
  if (uint64_t* event = reserve_event(2)) {
    event[1] = g_images.encode(reinterpret_cast<uint64_t>(buffer));
    event[2] = static_cast<uint64_t>(static_cast<int64_t>(result));
    commit_event(event, k_event_landed, 2, context->open);
  }
  start_segment(context);
  set_side(context, k_side_inside);
}

}  // namespace cutaway::rt
