// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/shrink/against.h"

#include <string.h>

#include "runtime/common/system.h"
#include "runtime/replay/engine.h"
#include "runtime/replay/history.h"
#include "runtime/replay/json.h"
#include "runtime/replay/module_map.h"
#include "runtime/replay/outcall.h"
#include "runtime/replay/own_memory.h"
#include "runtime/replay/recorded_memory.h"
#include "runtime/shrink/heap.h"
#include "runtime/shrink/moved.h"
#include "runtime/shrink/outcome.h"

namespace cutaway::rt {

AgainstOptions g_against;

namespace {

constexpr uint64_t k_most_listed = 500;  // the others are counted
constexpr uint64_t k_most_text = 200;

Json g_json;
uint64_t g_written;

// Which incall of the stream the cursor is in. Looks at each event once.
class Position {
 public:
  // Number of the innermost open incall, from 1; 0: none.
  uint64_t incall() {
    if (threads_ == nullptr) {
      threads_ = own_allocate_array<Open*>(k_max_threads);
      at_ = g_stream.begin;
    }
    for (; at_ < g_stream.cursor; at_ += 1 + event_words(*at_)) take({at_});
    const Open* open = threads_[thread_];
    while (open != nullptr && open->number == 0) open = open->outer;
    return open != nullptr ? open->number : 0;
  }

 private:
  struct Open {
    Open* outer;
    uint64_t number;  // 0: an outcall
    uint32_t depth;
  };

  void push(uint64_t number) {
    Open*& top = threads_[thread_];
    Open* open = own_allocate_array<Open>(1);
    *open = {top, number, top != nullptr ? top->depth + 1 : 1};
    top = open;
  }
  void pop_to(uint32_t depth) {
    Open*& top = threads_[thread_];
    while (top != nullptr && top->depth > depth) top = top->outer;
  }
  void take(Event event) {
    switch (event.kind()) {
      case k_event_thread:
        thread_ = event.ident() % k_max_threads;
        return;
      case k_event_incall:
        return push(++count_);
      case k_event_outcall:
        return push(0);
      case k_event_incall_return:
      case k_event_incall_throw:
      case k_event_outcall_return:
      case k_event_outcall_throw:
        if (threads_[thread_] != nullptr) pop_to(threads_[thread_]->depth - 1);
        return;
      case k_event_landed:
      case k_event_abandon:
        return pop_to(event.ident());
      default:
        return;
    }
  }

  const uint64_t* at_ = nullptr;
  uint64_t count_ = 0;
  uint32_t thread_ = 0;
  Open** threads_ = nullptr;
};
Position g_position;

// --- One difference ------------------------------------------------------------------------------

// False: it is only counted.
bool begin_difference(const char* what) {
  if (++g_outcome->differences > k_most_listed) return false;
  g_json = Json();
  g_json.begin_object().text("what", what).number("incall", g_position.incall());
  if (g_thread != nullptr && g_thread->incall.number != 0)
    g_json.text("function", g_tables.functions[g_thread->incall.function].text);
  return true;
}

void end_difference() {
  if (g_outcome->differences <= k_most_listed) {
    g_json.end();
    raw_syscall(SYS_pwrite64, static_cast<uint64_t>(g_against.fd), to_word(g_json.data()),
                g_json.size(), g_written);
    raw_syscall(SYS_pwrite64, static_cast<uint64_t>(g_against.fd), to_word("\n"), 1,
                g_written + g_json.size());
    g_written += g_json.size() + 1;
  }
  if (g_outcome->differences == g_against.most) stop();
}

// As the last crossings of a replay's report: the tool has words for these.
void write_call(const CutawaySite* site, const void* callee, const uint64_t* arguments) {
  constexpr uint64_t k_most_values = 24;
  g_json.begin_array("last_crossings").begin_object();
  g_json.text("kind", name_event_kind(k_event_outcall)).text("text", site->text);
  g_json.begin_array("values");
  write_value(&g_json, nullptr, to_word(callee), false);
  for (uint64_t i = 0; i < site->arg_slots && i < k_most_values; i++)
    write_value(&g_json, nullptr, arguments[i], false);
  g_json.end().end().end();
}

void write_recorded_call(Event event) {
  const CutawaySite* site = g_tables.sites[event.ident()].site;
  const uint64_t count = site->arg_slots + 1ull;
  auto* slots = static_cast<uint64_t*>(__builtin_alloca(count * 8));
  fill_slots(event, count, slots);
  write_call(site, reinterpret_cast<const void*>(slots[0]), slots + 1);
}

// Of a constant, if it looks like a text.
void write_text(const char* key, uint64_t address) {
  if (!g_modules.images.holds(address)) return;
  if (find_loaded(address) == nullptr && !ensure_mapped(address, k_most_text)) return;
  const auto* from = reinterpret_cast<const char*>(address);
  char text[k_most_text];
  uint64_t size = 0;
  for (; size + 1 < k_most_text && from[size] != 0; size++) {
    const bool is_printable = from[size] >= ' ' || from[size] == '\n' || from[size] == '\t';
    if (!is_printable) return;
    text[size] = from[size];
  }
  if (size == 0) return;
  text[size] = 0;
  g_json.text(key, text);
}

bool is_pointer_to_text(const char* text, const char* list, uint64_t slot) {
  // "p8 name char *;i4 ...": the leaf of a slot; only whether it is of characters.
  const char* at = strstr(text, list);
  if (at == nullptr) return false;
  at += strlen(list);
  const char* end = strchr(at, '\n');
  if (end == nullptr) end = at + strlen(at);
  for (uint64_t slots = 0; at < end;) {
    const char* next = static_cast<const char*>(memchr(at, ';', static_cast<uint64_t>(end - at)));
    if (next == nullptr) next = end;
    uint64_t bytes = 0;
    for (const char* digit = at + 1; *digit >= '0' && *digit <= '9'; digit++)
      bytes = bytes * 10 + static_cast<uint64_t>(*digit - '0');
    slots += bytes == 0 ? 1 : (bytes + 7) / 8;
    if (slot < slots)
      return *at == 'p' && memmem(at, static_cast<uint64_t>(next - at), "char", 4) != nullptr;
    at = next + 1;
  }
  return false;
}

void write_words(const Values& values, uint64_t slot, uint64_t actual, bool is_text) {
  const uint64_t expected = g_modules.slot(values, slot);
  write_value(&g_json, "expected", expected, false);
  write_value(&g_json, "actual", actual, false);
  if (!is_text) return;
  write_text("expected_text", expected);
  write_text("actual_text", actual);
}

// What a pair of words tells about where things are.
void learn(uint64_t expected, uint64_t actual) {
  if (is_on_inside_stack(expected) && is_on_inside_stack(actual))
    return note_local(expected, actual);
  const bool is_block = is_tracked(expected) && !g_modules.images.holds(expected);
  if (is_block && is_in_arena(actual) && moved(expected) != actual)
    note_moved(expected, size_of_block(actual), actual);
}

// The outcalls of this incall up to `end` that nobody asked for.
void note_missing(Event end) {
  Walk walk;
  for (Event event = walk.next(); event.words != end.words && !is_last(event);
       event = walk.next()) {
    if (event.kind() != k_event_outcall) continue;
    if (has_role(event)) continue;
    if (begin_difference("missing")) {
      g_json.text("site", g_tables.sites[event.ident()].text);
      write_recorded_call(event);
    }
    end_difference();
  }
}

// The results of a recorded call of the same function by the same arguments, anywhere.
bool find_answer(const Outcall& call, uint64_t* results) {
  const uint64_t count = call.site->arg_slots;
  for (const uint64_t* at = g_stream.begin; at < g_stream.end; at += 1 + event_words(*at)) {
    const Event event{at};
    if (event.kind() != k_event_outcall || !is_same_callee(event, call)) continue;
    const Values values = event.values(count + 1);
    uint64_t same = 0;
    while (same < count && is_same_word(values, same + 1, call.arguments[same])) same++;
    const Event answer = g_stream.after(event);
    if (same != count || answer.kind() != k_event_outcall_return) continue;
    fill_slots(answer, call.site->ret_slots, results);
    move_slots(results, call.site->ret_slots);
    return true;
  }
  return false;
}

void take_arguments(uint64_t* slots, uint64_t count) {
  for (uint64_t i = 0; i < count; i++) {
    const uint64_t recorded = slots[i];
    slots[i] = moved(recorded);
    if (is_on_inside_stack(recorded)) note_local(recorded, slots[i]);
  }
}

void note_thrown(const char* what, Event event, const Thrown& thrown) {
  if (begin_difference(what)) {
    if (event.kind() == k_event_incall_throw)
      g_json.text("expected_type", event.text(static_cast<uint32_t>(mark_words(2) + 2)));
    if (thrown.is_thrown && thrown.type_name != nullptr)
      g_json.text("actual_type", thrown.type_name);
  }
  end_difference();
}

void note_results(Event event, uint32_t ident, const uint64_t* results) {
  const CutawayFunction* function = g_tables.functions[ident].function;
  const Values values = event.values(function->ret_slots);
  for (uint64_t i = 0; i < function->ret_slots; i++) {
    if (is_same_word(values, i, results[i])) {
      learn(g_modules.slot(values, i), results[i]);
      continue;
    }
    if (begin_difference("result")) {
      g_json.number("index", i);
      write_words(values, i, results[i], is_pointer_to_text(function->text, "\nret=", i));
    }
    return end_difference();
  }
}

}  // namespace

void start_against(int fd, uint64_t most) {
  g_against = {true, fd, most};
  g_engine_options.take_arguments = take_arguments;
  g_engine_options.write_patch = write_moved;
}

void note_outcall(Event event, const Outcall& call) {
  note_missing(event);
  if (has_role(call)) return;
  const Values values = event.values(call.site->arg_slots + 1ull);
  const uint64_t none = call.site->arg_slots;
  uint64_t first = none;
  for (uint64_t i = 0; i < call.site->arg_slots; i++) {
    if (is_same_word(values, i + 1, call.arguments[i])) {
      learn(g_modules.slot(values, i + 1), call.arguments[i]);
    } else if (first == none) {
      first = i;
    }
  }
  if (first == none) return;
  if (begin_difference("argument")) {
    g_json.text("site", call.site->text).number("index", first);
    write_words(values, first + 1, call.arguments[first],
                is_pointer_to_text(call.site->text, "\nargs=", first));
  }
  end_difference();
}

void answer_extra(const Outcall& call, uint64_t* results) {
  uint64_t found[64];
  const uint64_t count = call.site->ret_slots;
  const bool is_known =
      count != 0 && count <= 64 && (find_answer(call, found) || find_usual_answer(call, found));
  if (begin_difference("extra")) {
    g_json.text("site", call.site->text).boolean("answered", is_known || count == 0);
    write_call(call.site, call.callee, call.arguments);
  }
  end_difference();
  if ((call.site->flags & k_site_noreturn) != 0)
    give_up("a call that does not return, and that the recording does not have");
  for (uint64_t i = 0; i < count; i++) results[i] = is_known ? found[i] : 0;
}

void note_end(Event event, uint32_t ident, const Thrown& thrown, const uint64_t* results) {
  note_missing(event);
  const bool was_thrown = event.kind() == k_event_incall_throw;
  if (event.is_end()) {
    if (thrown.is_thrown) note_thrown("exception", event, thrown);
  } else if (thrown.is_thrown != was_thrown) {
    note_thrown(was_thrown ? "no_exception" : "exception", event, thrown);
  } else if (was_thrown) {
    const uint64_t type = g_modules.slot(event.values(2), 1);
    if (!is_same_type(thrown, type, event.text(static_cast<uint32_t>(mark_words(2) + 2))))
      note_thrown("other_exception", event, thrown);
  } else if (event.ident() == ident) {
    note_results(event, ident, results);
  }
  if (g_thread != nullptr) forget_locals_below(g_thread->incall.inside_sp);
}

}  // namespace cutaway::rt
