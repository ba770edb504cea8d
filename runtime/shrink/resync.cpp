// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/shrink/resync.h"

#include <alloca.h>
#include <stdio.h>
#include <string.h>

#include "runtime/common/system.h"
#include "runtime/replay/engine.h"
#include "runtime/replay/exception_headers.h"
#include "runtime/replay/module_map.h"
#include "runtime/replay/outcall.h"
#include "runtime/replay/own_memory.h"
#include "runtime/replay/recorded_memory.h"
#include "runtime/replay/roles.h"
#include "runtime/replay/runtime.h"
#include "runtime/replay/segment.h"
#include "runtime/replay/tables.h"
#include "runtime/shrink/against.h"
#include "runtime/shrink/departures.h"
#include "runtime/shrink/edits.h"
#include "runtime/shrink/given_texts.h"
#include "runtime/shrink/hang.h"
#include "runtime/shrink/heap.h"
#include "runtime/shrink/live_functions.h"
#include "runtime/shrink/moved.h"
#include "runtime/shrink/outcome.h"
#include "runtime/shrink/output.h"
#include "runtime/shrink/overlaps.h"
#include "runtime/shrink/patch_causes.h"
#include "runtime/shrink/program_end.h"
#include "runtime/shrink/read_numbers.h"
#include "runtime/shrink/test_asan.h"
#include "runtime/shrink/trace.h"
#include "runtime/shrink/walk.h"
#include "runtime/shrink/watch.h"

namespace cutaway::rt {

ResyncOptions g_resync;

namespace {

// --- Where the stream goes on
// ----------------------------------------------------------------------

bool g_has_skipped_outcalls;

// Makes `to` the next event. What the outside wrote up to there stays written.
void skip_to(Event to) {
  while (g_stream.cursor != to.words) {
    const uint32_t kind = g_stream.next().kind();
    if (kind == k_event_outcall) g_has_skipped_outcalls = true;
    if (g_stream.next().is_write()) apply_write(g_stream.next());
    g_stream.advance();
  }
}

bool has_same_callee(Event event, const Outcall& call) {
  if (g_against.is_on) return is_same_callee(event, call);
  const ReplaySite& recorded = g_tables.sites[event.ident()];
  const bool is_direct = (call.site->flags & k_site_indirect) == 0;
  if (recorded.site == call.site && is_direct) return true;
  if (recorded.arg_slots != call.site->arg_slots || recorded.ret_slots != call.site->ret_slots)
    return false;
  return g_modules.slot(event.values(recorded.arg_slots + 1ull), 0) == to_word(call.callee);
}

bool has_same_arguments(Event event, const Outcall& call) {
  const Values values = event.values(call.site->arg_slots + 1ull);
  for (uint64_t i = 0; i < call.site->arg_slots; i++) {
    if (g_modules.slot(values, i + 1) == call.arguments[i]) continue;
    if (!g_against.is_on || !is_same_word(values, i + 1, call.arguments[i])) return false;
  }
  return true;
}

// The very call that the recording has here, about the same objects: its answer stands, whatever
// the numbers are.
bool is_in_step(Event event, const Outcall& call) {
  Walk walk;
  Event next = walk.next();
  while (next.words != nullptr && next.kind() == k_event_break) next = walk.next();
  if (next.words != event.words) return false;
  const Values values = event.values(call.site->arg_slots + 1ull);
  for (uint64_t i = 0; i < call.site->arg_slots; i++) {
    const uint64_t recorded = g_modules.slot(values, i + 1);
    const bool is_pointer =
        values.is_marked(i + 1) || is_tracked(recorded) || is_tracked(call.arguments[i]);
    if (!is_pointer || recorded == call.arguments[i]) continue;
    if (!g_against.is_on || !is_same_word(values, i + 1, call.arguments[i])) return false;
  }
  return true;
}

// The recorded outcall that answers; null words: none.
Event find_outcall(const Outcall& call) {
  if (g_against.is_on && has_role(call)) return find_role_call(call);
  Event first{nullptr};
  Walk walk;
  for (Event event = walk.next(); !is_last(event); event = walk.next()) {
    if (event.kind() != k_event_outcall || !has_same_callee(event, call)) continue;
    if (has_same_arguments(event, call)) return event;
    if (first.words == nullptr) first = event;
  }
  return first;
}

// --- Answers
// ---------------------------------------------------------------------------------------

// Many functions return one of their arguments: a stream, a destination.
bool returns_argument(Event call, Event answer, const Outcall& outcall, uint64_t* result) {
  const Values arguments = call.values(outcall.site->arg_slots + 1ull);
  const uint64_t recorded = g_modules.slot(answer.values(1), 0);
  for (uint64_t i = 0; i < outcall.site->arg_slots; i++) {
    if (g_modules.slot(arguments, i + 1) != recorded || recorded < k_page_bytes) continue;
    *result = outcall.arguments[i];
    return true;
  }
  return false;
}

// An answer to other arguments than those of the call.
void doubt(Event call, Event answer, const Outcall& outcall, uint64_t* results) {
  const uint64_t count = outcall.site->ret_slots;
  if (count == 0 || (count == 1 && returns_argument(call, answer, outcall, results))) return;
  g_outcome->doubtful++;
  if (!g_resync.replaces) return;
  for (uint64_t i = 0; i < count; i++) results[i] = g_resync.replacement;
}

// The recorded answer of an allocator.
struct RecordedBlock {
  Event call;        // null words: there is none
  uint64_t address;  // 0: none
  uint64_t room;     // bytes
};

RecordedBlock read_block(SiteRole role, Event call, Event answer, uint64_t arg_slots) {
  uint64_t arguments[2] = {};
  const Values values = call.values(arg_slots + 1);
  for (uint64_t i = 0; i < 2 && i < arg_slots; i++) arguments[i] = g_modules.slot(values, i + 1);
  RecordedBlock block{call, 0, requested_bytes(role, arguments)};
  fill_slots(answer, 1, &block.address);
  return block;
}

// At its recorded place, if that is there and nothing else is.
uint64_t place_block(SiteRole role, const uint64_t* arguments, const RecordedBlock& recorded) {
  const uint64_t size = requested_bytes(role, arguments);
  const uint64_t alignment = role == SiteRole::allocate_aligned ? arguments[0] : 16;
  const uint64_t old = role == SiteRole::reallocate ? arguments[0] : 0;
  if (recorded.address != 0) {
    if (size <= recorded.room && is_place_free(recorded.address, size, old))
      return recorded.address;
    // Of changed code what the outside knows of it follows (moved.h).
    if (!g_against.is_on) note_displaced(recorded.address, recorded.room);
  }
  return allocate_live(size, alignment);
}

uint64_t allocate(SiteRole role, const uint64_t* arguments, const RecordedBlock& recorded) {
  const uint64_t size = requested_bytes(role, arguments);
  const uint64_t address = place_block(role, arguments, recorded);
  ensure_mapped(address, size);
  if (role == SiteRole::allocate_array) {
    memset(reinterpret_cast<void*>(address), 0, size);
    note_known(address, size);
  } else if (role == SiteRole::reallocate && arguments[0] != 0) {
    const uint64_t old_size = size_of_block(arguments[0]);
    const uint64_t kept = old_size < size ? old_size : size;
    if (address != arguments[0]) {
      trace_read(arguments[0], kept);
      memmove(reinterpret_cast<void*>(address), reinterpret_cast<void*>(arguments[0]), kept);
      trace_write(address, kept);
      note_released(arguments[0]);
    }
    note_block_released(arguments[0]);
    if (size > old_size) note_unknown(address + old_size, size - old_size);
  } else {
    note_unknown(address, size);
  }
  note_allocated(address, size);
  note_block(address, size, address == recorded.address ? recorded.call : Event{nullptr});
  return address;
}

// The block must be there. In its recorded place its start is known, if the whole recording knows
// it: an array whose size becomes 0 is another thing. Elsewhere nothing is known of it.
void trace_release(uint64_t address) {
  const uint32_t incall = allocating_incall(address);
  if (g_resync.learns) trace_release_for(incall);
  if (incall != 0 && is_in_arena(address)) return trace_need_of(incall);
  trace_read(address, address != 0 ? 1 : 0);
}

void release(uint64_t address) {
  trace_release(address);
  note_released(address);
  note_block_released(address);
  trace_write(address, address != 0 ? 1 : 0);
}

// What the recorded process did between the call and its end: incalls, patches. Returns the end.
Event take_answer(ReplayThread& thread) {
  g_stream.advance();
  thread.depth++;
  Event answer = g_stream.next();
  if (CUTAWAY_LIKELY(answer.kind() == k_event_outcall_return)) {
    g_stream.advance();
  } else {
    answer = await_outside(thread);
  }
  thread.depth--;
  return answer;
}

void play_exception_role(SiteRole role, const uint64_t* arguments, const uint64_t* results) {
  if (role == SiteRole::allocate_exception) make_exception_header(results[0]);
  if (role == SiteRole::end_catch) end_handled_exception();
  if (role == SiteRole::free_exception) end_header(arguments[0]);
}

// A live function did something else than the recording says.
void check_live(Event answer, const uint64_t* results, uint64_t count) {
  const Values values = answer.values(count);
  for (uint64_t i = 0; i < count; i++)
    if (g_modules.slot(values, i) != results[i]) g_outcome->live_failed = 1;
}

// A tree or list that the outside has made: the recording has no more of its nodes than the inside
// has read, so a live function would find nothing there.
bool is_about_outside(const Outcall& call) {
  const int node = node_argument(call.site);
  return node >= 0 && node < call.site->arg_slots && !is_in_block(call.arguments[node]);
}

// What the recording does not see the end of: incalls, and perhaps an outcall, outermost first.
List<const uint64_t*> g_open_at_end;

void answer_recorded(ReplayThread& thread, Event event, const Outcall& call, SiteRole role,
                     uint64_t* results) {
  const bool is_exact =
      has_same_arguments(event, call) && !is_given_edited(call.arguments, call.site->arg_slots);
  if (g_resync.learns) learn_given_texts(event, call);
  // Other numbers than recorded follow from what is left out; but not where they are edited.
  const bool has_same_texts = is_given_same_texts(event, call);
  const bool reads_number = g_resync.reads_numbers && is_number_reader(call);
  const bool is_certain =
      reads_number || ((is_exact || (!has_edits() && is_in_step(event, call))) && has_same_texts);
  if (!has_same_texts && keeps_text(call.site) && !g_against.is_on)
    give_up("the outside keeps another text than recorded");
  // Whether it calls back, and with what, was recorded for other values: qsort() of no elements.
  const bool calls_back = g_stream.after(event).kind() == k_event_incall;
  if (!is_exact && has_edits() && calls_back && !g_against.is_on)
    give_up("the outside calls back for other arguments than recorded");
  if (g_against.is_on) note_outcall(event, call);
  skip_to(event);
  // The exception that ends the program is thrown by a function of the library.
  if (throws_live(call.site) && g_stream.after(event).is_end())
    call_live(call.site, call.callee, call.arguments, results);
  const bool runs_live = g_resync.has_live && is_live(call.site) && !is_about_outside(call);
  const uint64_t count = call.site->ret_slots;
  if (role == SiteRole::release && is_exact && g_stream.after(event).is_end())
    end_by_release(call.site, call.arguments[0]);
  if (!is_exact && !runs_live && !reads_number && role == SiteRole::none)
    note_departure(call.arguments, call.site->arg_slots);
  if (role == SiteRole::release)
    release(call.arguments[0]);  // before libc could find fault with it
  if (role == SiteRole::none) note_blocks_given(event, call.arguments, call.site->arg_slots);
  g_is_call_doubtful = !is_certain;
  g_is_call_inexact = !reads_number && (!is_exact || !has_same_texts);
  const KeptErrno kept_errno;
  const Event answer = take_answer(thread);
  g_is_call_doubtful = g_is_call_inexact = false;
  if (answer.kind() == k_event_outcall_throw) {
    begin_segment(thread);
    throw_recorded(answer);
  }
  if (is_allocation(role)) {
    const RecordedBlock block = read_block(role, event, answer, call.site->arg_slots);
    results[0] = block.address != 0 || !is_exact ? allocate(role, call.arguments, block) : 0;
    note_kind(results[0], kind_of_call(call.site));
    if (g_against.is_on) note_moved(block.address, block.room, results[0]);
  } else if (runs_live) {
    call_live(call.site, call.callee, call.arguments, results);
    if (g_resync.learns) check_live(answer, results, count);
  } else if (!reads_number) {
    fill_slots(answer, count, results);
    if (g_resync.learns) learn_number(call, results);
    if (g_against.is_on) {
      move_slots(results, count);
    } else {
      for (uint64_t i = 0; i < count; i++) check_outside_word(results[i]);
    }
    if (!is_certain) doubt(event, answer, call, results);
  }
  play_exception_role(role, call.arguments, results);
  begin_segment(thread);
  if (!reads_number) return;
  kept_errno.restore();
  read_number(call, results);
}

// The recording has no answer.
void answer_live(const Outcall& call, SiteRole role, uint64_t* results) {
  if (is_allocation(role)) {
    results[0] = allocate(role, call.arguments, {{nullptr}, 0, 0});
    note_kind(results[0], kind_of_call(call.site));
  } else if (role == SiteRole::release) {
    release(call.arguments[0]);
  } else if (role == SiteRole::allocate_exception) {
    constexpr uint64_t k_header_room = 256;
    results[0] = allocate_live(call.arguments[0] + k_header_room, 16) + k_header_room;
    make_exception_header(results[0]);
  } else if (role == SiteRole::end_catch || role == SiteRole::free_exception) {
    play_exception_role(role, call.arguments, results);
  } else if (has_name(call.site, "__asan_poison_memory_region") ||
             has_name(call.site, "__asan_unpoison_memory_region")) {
    poison_for_program(call.site, call.arguments);
  } else if (has_name(call.site, "__cxa_atexit") || has_name(call.site, "atexit")) {
    results[0] = 0;  // nothing runs at the end of a test
  } else if ((g_resync.has_live && is_live(call.site) && !is_about_outside(call)) ||
             throws_live(call.site)) {
    call_live(call.site, call.callee, call.arguments, results);
  } else if (g_resync.reads_numbers && is_number_reader(call)) {
    read_number(call, results);
  } else if (g_against.is_on) {
    answer_extra(call, results);
  } else {
    uint64_t size;
    const char* name = name_of_site(call.site, &size);
    char text[128];
    snprintf(text, sizeof(text), "%.*s", static_cast<int>(size), name);
    give_up("an outcall that the recording does not have", text);
  }
}

}  // namespace

bool has_skipped_outcalls() { return g_has_skipped_outcalls; }

bool finish_otherwise(ReplayThread&, uint32_t ident, const Thrown& thrown,
                      const uint64_t* results) {
  if (g_watch.exits && !thrown.is_thrown) end_if_main(ident, results);
  Walk walk;
  Event event = walk.next();
  while (!is_last(event)) event = walk.next();
  if (event.words == nullptr) give_up("the end of an incall is too far away");
  if (g_against.is_on) note_end(event, ident, thrown, results);
  const uint32_t kind = event.kind();
  if (kind == k_event_incall_return || kind == k_event_incall_throw) {
    if (event.ident() != ident) give_up("another incall ends");
    skip_to(event);
    if (g_against.is_on) {
      g_stream.advance();
      return true;
    }
    const bool was_thrown = kind == k_event_incall_throw;
    if (thrown.is_thrown && !was_thrown) give_up("an exception leaves the inside");
    if (thrown.is_thrown && !is_same_type(thrown, g_modules.slot(event.values(2), 1),
                                          event.text(static_cast<uint32_t>(mark_words(2) + 2))))
      give_up("another exception leaves the inside");
    g_stream.advance();
    return true;
  }
  if (!event.is_end()) give_up("threads or jumps follow");
  if (thrown.is_thrown) give_up("an exception leaves the inside");
  pass();
}

bool is_uncaught(Event incall) {
  for (uint64_t i = 0; i < g_open_at_end.count; i++)
    if (g_open_at_end.items[i] == incall.words) return true;
  return false;
}

void prepare_resync() {
  auto* tracks = own_allocate_array<List<const uint64_t*>>(k_max_threads);
  List<const uint64_t*>* track = tracks;
  for (const uint64_t* at = g_stream.begin; at < g_stream.end; at += 1 + event_words(*at)) {
    const Event event{at};
    const uint32_t kind = event.kind();
    if (kind == k_event_thread) track = &tracks[event.ident() % k_max_threads];
    if (kind == k_event_incall || kind == k_event_outcall) track->add(at);
    const bool ends = kind == k_event_incall_return || kind == k_event_incall_throw ||
                      kind == k_event_outcall_return || kind == k_event_outcall_throw;
    if (ends && track->count != 0) track->count--;
    if (kind == k_event_abandon || kind == k_event_landed) track->count = event.ident();
  }
  g_open_at_end = *track;
  if (track->count == 0) return;
  const Event last{track->items[track->count - 1]};
  g_checks_releases = last.kind() == k_event_outcall && role_of_call(last) == SiteRole::release;
}

void resync_outcall(void* context, const CutawaySite* site, const void* callee,
                    const uint64_t* arguments, uint64_t* results) {
  ReplayThread& thread = thread_of(context);
  restore_ended_headers();
  thread.site = site;
  // Results go to where the arguments are.
  auto* kept = static_cast<uint64_t*>(alloca((site->arg_slots + 1ull) * 8));
  for (uint64_t i = 0; i < site->arg_slots; i++) kept[i] = arguments[i];
  const Outcall call{site, callee, kept};
  if ((site->flags & k_site_noreturn) != 0) {
    keep_frames();
    end_if_known(site, kept);
  }
  const SiteRole role = role_of_call(site, to_word(callee));
  if (role == SiteRole::release) check_kind_of_release(site, kept[0]);
  end_by_report(site);
  watch_output(site, kept);
  if (g_resync.learns && role == SiteRole::none && !is_live(site))
    note_given(kept, site->arg_slots);
  const Event event = find_outcall(call);
  if (event.words != nullptr) {
    answer_recorded(thread, event, call, role, results);
    poison_for_program(site, kept);
  } else {
    if (role == SiteRole::none) end_if_hung(g_stream.next());
    end_if_overflown(g_stream.next());
    answer_live(call, role, results);
  }
}

void resync_value(void* context, const CutawaySite* site, uint64_t* slots) {
  ReplayThread& thread = thread_of(context);
  Walk walk;
  for (Event event = walk.next(); !is_last(event); event = walk.next()) {
    if (event.kind() != k_event_value || !is_same_value(g_tables.sites[event.ident()], site))
      continue;
    skip_to(event);
    fill_slots(event, site->ret_slots, slots);
    g_stream.advance();
    return begin_segment(thread);
  }
  // Addresses of thread-local variables and the like: what it was another time.
  for (const uint64_t* at = g_stream.begin; at < g_stream.end; at += 1 + event_words(*at)) {
    const Event event{at};
    if (event.kind() != k_event_value || !is_same_value(g_tables.sites[event.ident()], site))
      continue;
    return fill_slots(event, site->ret_slots, slots);
  }
  give_up("a value that the recording does not have");
}

void resync_throwing(void* context, const void*, const void*) {
  ReplayThread& thread = thread_of(context);
  keep_frames();
  Walk walk;
  Event event = walk.next();
  while (event.words != nullptr && event.kind() == k_event_break) event = walk.next();
  if (is_last(event) || event.kind() != k_event_throwing) return;
  skip_to(event);
  g_stream.advance();
  begin_segment(thread);
}

}  // namespace cutaway::rt
