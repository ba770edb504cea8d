// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The hooks of crossings: the short way through them. What is not plain goes to crossings.cpp.
#include "runtime/record/calls.h"
#include "runtime/record/plain.h"
#include "runtime/record/waiting.h"

namespace cutaway::rt {

namespace {

CUTAWAY_INLINE void keep_in_header(const CutawayFunction* function, const uint64_t* arguments) {
  CutawayRawHeader* header = g_state.header;
  for (uint64_t i = 0; i < function->arg_slots; i++) header->waiting_slots[i] = arguments[i];
  __atomic_store_n(&header->waiting, function->id, __ATOMIC_RELEASE);
}

// Logs the incall that has waited and its return. A death in the middle loses both.
CUTAWAY_INLINE void write_returned(Context* context, const CutawayFunction* function,
                                   const uint64_t* slots) {
  context->waiting = nullptr;
  __atomic_store_n(&g_state.header->waiting, 0, __ATOMIC_RELEASE);
  write_short_at(g_state.cursor, k_raw_returned, function->id, slots,
                 uint64_t{function->arg_slots} + function->ret_slots, function->last);
}

// --- Incalls of functions that log something before they return
// -----------------------------------

CUTAWAY_NOINLINE void* incall_at_once(Context* context, CutawayFunction* function,
                                      const uint64_t* arguments, uint64_t sp) {
  push_crossing(context, k_crossing_incall, sp, function);
  write_short_at(g_state.cursor, k_raw_incall, function->id, arguments, function->arg_slots,
                 function->last);
  top_crossing(context)->logged = g_state.cursor;
  start_segment(context);
  set_side(context, k_side_inside);
  return context;
}

CUTAWAY_NOINLINE void return_of_logged(Context* context, CutawayFunction* function,
                                       uint64_t* results, uint64_t sp) {
  const bool is_plain = can_cross_plainly(context, function->last) &&
                        CUTAWAY_LIKELY(is_top(context, k_crossing_incall, sp));
  if (CUTAWAY_UNLIKELY(!is_plain)) return incall_return_at(context, function, results, sp);
  function->waits_in_vain = g_state.cursor != top_crossing(context)->logged;
  write_short_at(g_state.cursor, k_raw_incall_return, function->id, results, function->ret_slots,
                 function->last + function->arg_slots);
  pop_crossing(context);
  go_outside_plainly(context);
}

}  // namespace

void* incall(void* function_table, void* arguments) {
  const uint64_t sp = CUTAWAY_CALLER_SP();
  auto* function = static_cast<CutawayFunction*>(function_table);
  Context* context = t_context;
  const bool is_plain = CUTAWAY_LIKELY(context != nullptr) &&
                        can_enter_plainly(context, function, sp) && take_bias_plainly(context);
  if (CUTAWAY_UNLIKELY(!is_plain)) return incall_at(function, arguments, sp);
  const auto* slots = static_cast<const uint64_t*>(arguments);
  if (function->waits_in_vain != 0) return incall_at_once(context, function, slots, sp);
  if (function->is_brief == 0) {
    keep_in_header(function, slots);
    start_segment(context);
  }
  context->waiting_slots = slots;
  context->waiting_sp = sp;
  context->waiting_inside_sp = context->woven.inside_sp;
  context->waiting = function;
  set_side(context, k_side_inside);
  return context;
}

void incall_return(void* context_pointer, void* function_table, void* slots_pointer) {
  const uint64_t sp = CUTAWAY_CALLER_SP();
  Context* context = to_context(context_pointer);
  auto* function = static_cast<CutawayFunction*>(function_table);
  auto* slots = static_cast<uint64_t*>(slots_pointer);
  if (context->waiting != function || CUTAWAY_UNLIKELY(!is_plain_thread(context)))
    return return_of_logged(context, function, slots + function->arg_slots, sp);
  write_returned(context, function, slots);
  go_outside_plainly(context);
}

void outcall(void* context_pointer, void* site_table, void* callee, void* arguments, void*) {
  const uint64_t sp = CUTAWAY_CALLER_SP();
  Context* context = to_context(context_pointer);
  auto* site = static_cast<CutawaySite*>(site_table);
  log_waiting(context);
  if (CUTAWAY_UNLIKELY(!can_cross_plainly(context, site->last)))
    return outcall_at(context, site, callee, arguments, sp);
  write_outcall_at(g_state.cursor, site, callee, static_cast<const uint64_t*>(arguments));
  push_crossing(context, k_crossing_outcall, sp, site);
  go_outside_plainly(context);
}

void outcall_return(void* context_pointer, void* site_table, void* results) {
  const uint64_t sp = CUTAWAY_CALLER_SP();
  Context* context = to_context(context_pointer);
  auto* site = static_cast<CutawaySite*>(site_table);
  const bool is_plain = can_come_in_plainly(context, site->last) &&
                        CUTAWAY_LIKELY(is_top(context, k_crossing_outcall, sp)) &&
                        take_bias_plainly(context);
  if (CUTAWAY_UNLIKELY(!is_plain)) return outcall_return_at(context, site, results, sp);
  write_answer(site, static_cast<const uint64_t*>(results));
  pop_crossing(context);
  start_segment(context);
  set_side(context, k_side_inside);
}

}  // namespace cutaway::rt
