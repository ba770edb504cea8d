// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/replay/outcall.h"

#include <string.h>

#include "runtime/common/asan.h"
#include "runtime/common/system.h"
#include "runtime/replay/engine.h"
#include "runtime/replay/exception_headers.h"
#include "runtime/replay/exceptions.h"
#include "runtime/replay/jump_buffers.h"
#include "runtime/replay/memcheck.h"
#include "runtime/replay/module_map.h"
#include "runtime/replay/report.h"
#include "runtime/replay/segment.h"
#include "runtime/replay/tables.h"

namespace cutaway::rt {
namespace {

[[noreturn]] CUTAWAY_COLD void report_other_site(const CutawaySite* site) {
  report_divergence({.what = "call site",
                     .expected_text = g_tables.sites[g_stream.next().ident()].text,
                     .actual_text = site->text,
                     .site = site->text});
}

CUTAWAY_INLINE Event demand_site(ReplayThread& thread, uint32_t kind, const CutawaySite* site,
                                 const char* actual) {
  thread.site = site;
  const Event event = demand(thread, kind, actual);
  if (CUTAWAY_UNLIKELY(g_tables.sites[event.ident()].site != site)) report_other_site(site);
  return event;
}

// Slot by slot, when the fast comparison has found a difference or marks.
CUTAWAY_NOINLINE void compare_arguments(const ReplaySite& site, const Values& values,
                                        uint64_t callee, const uint64_t* arguments) {
  for (uint64_t i = 0; i < values.count; i++) {
    const uint64_t expected = g_modules.slot(values, i);
    const uint64_t actual = i == 0 ? callee : arguments[i - 1];
    if (expected == actual || expected == recorded_word(actual)) continue;
    if (values.is_marked(i) && is_recorded_spelling(values.slots[i], actual)) continue;
    // A direct call has one callee, but it may be found elsewhere: by another preloaded library, or
    // as another variant for this processor.
    if (i == 0 && (site.flags & k_site_indirect) == 0) continue;
    report_divergence({.what = i == 0 ? "callee" : "argument",
                       .index = static_cast<int>(i) - 1,
                       .expected = expected,
                       .actual = actual,
                       .has_expected = true,
                       .has_actual = true,
                       .site = site.text});
  }
}

CUTAWAY_INLINE void check_arguments(const ReplaySite& site, Event event, uint64_t callee,
                                    const uint64_t* arguments) {
  const Values values = event.values(site.arg_slots + 1ull);
  // Nearly always the callee alone is an image address.
  if (CUTAWAY_LIKELY(values.count <= 64 && (values.marks[0] & ~1ull) == 0 &&
                     g_modules.slot(values, 0) == callee)) {
    uint64_t difference = 0;
    for (uint64_t i = 1; i < values.count; i++) difference |= values.slots[i] ^ arguments[i - 1];
    if (CUTAWAY_LIKELY(difference == 0)) return;
  }
  compare_arguments(site, values, callee, arguments);
}

CUTAWAY_COLD void play_role(SiteRole role, const uint64_t* arguments, const uint64_t* results) {
  if (role == SiteRole::allocate_exception) make_exception_header(results[0]);
  if (role == SiteRole::end_catch) end_handled_exception();
  if (role == SiteRole::free_exception) end_header(arguments[0]);
  if (is_under_valgrind()) note_allocator(role, arguments, results);
}

}  // namespace

void throw_recorded(Event event) {
  clean_inside_stack(g_thread->inside_sp);
  const Values values = event.values(2);
  throw_in(g_modules.slot(values, 0), g_modules.slot(values, 1),
           event.text(static_cast<uint32_t>(mark_words(2) + 2)));
}

void on_outcall(void* context, const CutawaySite* site, const void* callee,
                const uint64_t* arguments, uint64_t* results) {
  ReplayThread& thread = thread_of(context);
  restore_ended_headers();
  const Event call = demand_site(thread, k_event_outcall, site, "outcall");
  const uint32_t ident = call.ident();
  const ReplaySite& entry = g_tables.sites[ident];
  check_arguments(entry, call, to_word(callee), arguments);
  // Results go to where the arguments are; no role needs more than two.
  uint64_t kept[2] = {};
  if (CUTAWAY_UNLIKELY(entry.role != SiteRole::none))
    for (uint64_t i = 0; i < 2 && i < entry.arg_slots; i++) kept[i] = arguments[i];
  g_stream.advance();
  thread.depth++;
  Event answer = g_stream.next();
  if (CUTAWAY_LIKELY(answer.kind() == k_event_outcall_return)) {
    g_stream.advance();
  } else {
    answer = await_outside(thread);
  }
  if (CUTAWAY_UNLIKELY(answer.ident() != ident))
    report_bad_recording("an outcall ends that is not open");
  thread.depth--;
  const bool has_thrown = answer.kind() == k_event_outcall_throw;
  if (CUTAWAY_LIKELY(!has_thrown)) fill_slots(answer, entry.ret_slots, results);
  if (CUTAWAY_UNLIKELY(entry.role != SiteRole::none) && !has_thrown)
    play_role(entry.role, kept, results);
  begin_segment(thread);
  if (CUTAWAY_UNLIKELY(has_thrown)) throw_recorded(answer);
}

void on_value(void* context, const CutawaySite* site, uint64_t* slots) {
  ReplayThread& thread = thread_of(context);
  const Event event = demand_site(thread, k_event_value, site, "value");
  fill_slots(event, g_tables.sites[event.ident()].ret_slots, slots);
  g_stream.advance();
  begin_segment(thread);
}

void on_throwing(void* context, const void* object, const void* typeinfo) {
  ReplayThread& thread = thread_of(context);
  const Event event = demand(thread, k_event_throwing, "throw");
  const Values values = event.values(2);
  const uint64_t actual[2] = {to_word(object), to_word(typeinfo)};
  for (uint64_t i = 0; i < 2; i++) {
    const uint64_t expected = g_modules.slot(values, i);
    if (expected == actual[i]) continue;
    report_divergence({.what = i == 0 ? "thrown object" : "thrown type",
                       .expected = expected,
                       .actual = actual[i],
                       .has_expected = true,
                       .has_actual = true});
  }
  g_stream.advance();
  begin_segment(thread);
  thread.throwing_cursor = g_stream.cursor;
}

uint64_t on_setjmp_begin(void* context, const void* buffer) {
  keep_bytes_under_jump(buffer);
  return to_word(thread_of(context).inside_sp);
}

void on_setjmp_end(void* context, void* buffer, uint64_t token, int32_t result) {
  ReplayThread& thread = thread_of(context);
  if (result == 0) return take_jump(buffer);
  if (!thread.is_landing) {  // only the engine jumps: longjmp is an outcall
    report_divergence({.what = "event kind",
                       .expected_kind = g_stream.next().kind(),
                       .actual_text = "setjmp returns again"});
  }
  thread.is_landing = false;
  thread.inside_sp = reinterpret_cast<char*>(token);
}

}  // namespace cutaway::rt
