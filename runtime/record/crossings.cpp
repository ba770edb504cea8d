// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// incall and outcall with their ordinary ends, and values; plain_crossings.cpp has the short way
// through them.
//
// Order within a hook: the thread becomes k_side_runtime before it takes the lock and leaves that
// only when it is inside with the lock or outside without it, so a signal handler never runs in
// between. Recording may end at any moment; the crossings, the lock and the shadow are then kept
// all the same, because frames of the record flavour are still on stacks.
#include "runtime/record/crossings.h"

#include "runtime/record/calls.h"
#include "runtime/record/modules.h"
#include "runtime/record/plain.h"
#include "runtime/record/short_events.h"
#include "runtime/record/threads.h"
#include "runtime/record/waiting.h"

namespace cutaway::rt {

namespace {

CUTAWAY_COLD void* refuse_incall(Context* context, void* function) {
  switch_off_module_of(function);
  if (context != nullptr) {
    unlock_inside();
    set_side(context, k_side_outside);
    deliver_pending(context);
  }
  return nullptr;
}

CUTAWAY_COLD void* enter_silently(Context* context, void* function, uint64_t sp) {
  log_waiting(context);
  // Silent calls are counted in one crossing: they may nest as deep as the program likes.
  if (context->depth != 0 && top_crossing(context)->kind == k_crossing_silent) {
    top_crossing(context)->limit++;
  } else {
    push_crossing(context, k_crossing_silent, sp, function);
    top_crossing(context)->limit = 1;
  }
  return context;
}

CUTAWAY_COLD bool leave_silently(Context* context) {
  if (context->depth == 0 || top_crossing(context)->kind != k_crossing_silent) return false;
  if (--top_crossing(context)->limit == 0) pop_crossing(context);
  return true;
}

// The crossing is unknown and recording has stopped; only the lock matters.
CUTAWAY_COLD void leave_lost(Context* context) {
  if (context->side == k_side_inside) go_outside(context);
}

void write_long(uint32_t kind, uint32_t ident, const uint64_t* slots, uint64_t count) {
  const uint64_t words = count + mark_words(count);
  uint64_t* event = reserve_event(words);
  if (event == nullptr) return;
  write_values(event + 1, slots, count);
  commit_event(event, kind, words, ident);
}

CUTAWAY_NOINLINE void write_long_outcall(const CutawaySite* site, void* callee,
                                         const uint64_t* arguments) {
  const uint64_t count = uint64_t{site->arg_slots} + 1;
  const uint64_t words = count + mark_words(count);
  uint64_t* event = reserve_event(words);
  if (event == nullptr) return;
  // Slots go to their place first, then are marked and encoded there.
  uint64_t* slots = event + 1 + mark_words(count);
  slots[0] = reinterpret_cast<uint64_t>(callee);
  for (uint64_t i = 1; i < count; i++) slots[i] = arguments[i - 1];
  write_values(event + 1, slots, count);
  commit_event(event, k_event_outcall, words, site->id);
}

}  // namespace

CUTAWAY_NOINLINE void allow_plain(Context* context) {
  const bool is_plain = g_state.lock.owner == context && g_state.lock.is_biased != 0 &&
                        g_state.last_thread == context->ident && context->woven.verify == 0 &&
                        context->woven.is_zoom == 0 && g_state.counts_events == 0 &&
                        g_state.exiting == 0 && !are_modules_suspect(context);
  if (!is_plain) return;
  g_state.plain_context = context;
  __atomic_store_n(&g_state.plain_thread, context->thread, __ATOMIC_SEQ_CST);
  // Who changes one of these at this moment clears it either before the store or after it.
  if (are_modules_suspect(context) || __atomic_load_n(&g_state.exiting, __ATOMIC_SEQ_CST) != 0)
    forbid_plain();
}

void signals_wait(void* context) { deliver_pending(to_context(context)); }

void* incall_at(void* function_table, void* arguments, uint64_t sp) {
  auto* function = static_cast<CutawayFunction*>(function_table);
  Context* context = t_context;
  if (CUTAWAY_UNLIKELY(context == nullptr)) {
    context = attach_thread(sp);
    if (context == nullptr) return refuse_incall(nullptr, function);
  }
  if (CUTAWAY_UNLIKELY(context->side != k_side_outside)) {
    return enter_silently(context, function, sp);
  }
  check_modules(context);
  set_side(context, k_side_runtime);
  lock_inside(context);
  if (CUTAWAY_UNLIKELY(g_state.alive == 0)) return refuse_incall(context, function);
  if (context->depth != 0 && CUTAWAY_UNLIKELY(sp >= top_crossing(context)->sp ||
                                              top_crossing(context)->kind == k_crossing_incall)) {
    settle_crossings(context, sp);
    if (g_state.alive == 0) return refuse_incall(context, function);
  }
  begin_events(context);
  if (CUTAWAY_UNLIKELY(function->id == 0)) define_function(function);
  if (CUTAWAY_UNLIKELY(!has_room(context))) {
    stop_recording(k_truncated_unsupported, "crossings are nested too deep");
    return refuse_incall(context, function);
  }
  push_crossing(context, k_crossing_incall, sp, function);
  const auto* slots = static_cast<const uint64_t*>(arguments);
  if (CUTAWAY_LIKELY(function->last != nullptr)) {
    write_short(k_raw_incall, function->id, slots, function->arg_slots, function->last);
  } else {
    write_long(k_event_incall, function->id, slots, function->arg_slots);
  }
  allow_plain(context);
  start_segment(context);
  set_side(context, k_side_inside);
  return context;
}

void incall_return_at(void* context_pointer, void* function_table, void* results, uint64_t sp) {
  Context* context = to_context(context_pointer);
  auto* function = static_cast<CutawayFunction*>(function_table);
  log_waiting(context);
  if (CUTAWAY_UNLIKELY(!is_top(context, k_crossing_incall, sp))) {
    if (leave_silently(context)) return;
    if (!abandon_until(context, k_crossing_incall, sp)) return leave_lost(context);
  }
  end_segment(context);
  const auto* slots = static_cast<const uint64_t*>(results);
  if (CUTAWAY_LIKELY(function->last != nullptr)) {
    write_short(k_raw_incall_return, function->id, slots, function->ret_slots,
                function->last + function->arg_slots);
  } else {
    write_long(k_event_incall_return, function->id, slots, function->ret_slots);
  }
  pop_crossing(context);
  go_outside(context);
}

void outcall_at(void* context_pointer, void* site_table, void* callee, void* arguments,
                uint64_t sp) {
  Context* context = to_context(context_pointer);
  auto* site = static_cast<CutawaySite*>(site_table);
  log_waiting(context);
  end_segment(context);
  if (CUTAWAY_UNLIKELY(site->id == 0)) define_site(site);
  const auto* slots = static_cast<const uint64_t*>(arguments);
  if (CUTAWAY_LIKELY(site->last != nullptr)) {
    if (char* event = reserve_short()) write_outcall_at(event, site, callee, slots);
  } else {
    write_long_outcall(site, callee, slots);
  }
  push_crossing(context, k_crossing_outcall, sp, site);
  go_outside(context);
}

void outcall_return_at(void* context_pointer, void* site_table, void* results, uint64_t sp) {
  Context* context = to_context(context_pointer);
  auto* site = static_cast<CutawaySite*>(site_table);
  check_modules(context);
  set_side(context, k_side_runtime);
  lock_inside(context);
  if (CUTAWAY_UNLIKELY(!is_top(context, k_crossing_outcall, sp))) {
    abandon_until(context, k_crossing_outcall, sp);
  }
  begin_events(context);
  const auto* slots = static_cast<const uint64_t*>(results);
  if (CUTAWAY_LIKELY(site->last != nullptr)) {
    write_answer(site, slots);
  } else {
    write_long(k_event_outcall_return, site->id, slots, site->ret_slots);
  }
  if (CUTAWAY_LIKELY(context->depth != 0)) pop_crossing(context);
  allow_plain(context);
  start_segment(context);
  set_side(context, k_side_inside);
}

void value(void* context_pointer, void* site_table, void* slots) {
  Context* context = to_context(context_pointer);
  auto* site = static_cast<CutawaySite*>(site_table);
  log_waiting(context);
  end_segment(context);
  if (CUTAWAY_UNLIKELY(site->id == 0)) define_site(site);
  const uint64_t count = site->ret_slots;
  const uint64_t words = count + mark_words(count);
  if (uint64_t* event = reserve_event(words)) {
    write_values(event + 1, static_cast<const uint64_t*>(slots), count);
    commit_event(event, k_event_value, words, site->id);
  }
  start_segment(context);
}

CUTAWAY_COLD void write_checksum(Context* context) {
  if (uint64_t* event = reserve_event(1)) {
    event[1] = context->hash;
    commit_event(event, k_event_checksum, 1, 0);
  }
  context->hash = k_verify_seed;
}

}  // namespace cutaway::rt
