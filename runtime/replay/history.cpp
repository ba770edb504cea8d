// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/replay/history.h"

#include "runtime/common/text.h"
#include "runtime/replay/module_map.h"
#include "runtime/replay/own_memory.h"
#include "runtime/replay/tables.h"

namespace cutaway::rt {
namespace {

struct Open {
  Open* outer;
  uint64_t incall;
  uint32_t depth;
};

// Open crossings of each thread.
class OpenCrossings {
 public:
  OpenCrossings() : threads_(own_allocate_array<Open*>(k_max_threads)) {}

  void select(uint32_t thread) { thread_ = thread < k_max_threads ? thread : 0; }
  uint32_t thread() const { return thread_; }
  uint64_t incall() const { return top() != nullptr ? top()->incall : 0; }

  void push(uint64_t incall) {
    Open* open = free_;
    if (open != nullptr) {
      free_ = open->outer;
    } else {
      open = own_allocate_array<Open>(1);
    }
    *open = {top(), incall, top() != nullptr ? top()->depth + 1 : 1};
    threads_[thread_] = open;
  }
  void pop() {
    Open* open = top();
    if (open == nullptr) return;
    threads_[thread_] = open->outer;
    open->outer = free_;
    free_ = open;
  }
  void pop_to(uint32_t depth) {
    while (top() != nullptr && top()->depth > depth) pop();
  }

 private:
  Open* top() const { return threads_[thread_]; }

  Open** threads_;
  Open* free_ = nullptr;
  uint32_t thread_ = 0;
};

void keep(History* history, const OpenCrossings& open, Event event) {
  history->last[history->crossing_count++ % History::k_kept] = {event, open.incall(),
                                                                open.thread()};
}

uint64_t count_run_bytes(Event event) {
  const auto* runs = reinterpret_cast<const uint8_t*>(event.payload() + 1);
  const uint64_t length = (event.payload_words() - 1) * 8ull;
  uint64_t bytes = 0;
  for (uint64_t at = 0; at < length && runs[at] != 0; at += 1 + run_bytes(runs[at]))
    bytes += run_bytes(runs[at]);
  return bytes;
}

void count_event(History* history, OpenCrossings* open, Event event) {
  switch (event.kind()) {
    case k_event_thread:
      return open->select(event.ident());
    case k_event_patch:
      history->patched_bytes += event.ident();
      return;
    case k_event_patch_runs:
      history->patched_bytes += count_run_bytes(event);
      return;
    case k_event_patch_word:
      history->patched_bytes += 8;
      return;
    case k_event_incall:
      open->push(++history->incalls);
      return keep(history, *open, event);
    case k_event_outcall:
      history->outcalls++;
      keep(history, *open, event);
      return open->push(open->incall());
    case k_event_incall_return:
    case k_event_incall_throw:
    case k_event_outcall_return:
    case k_event_outcall_throw:
      keep(history, *open, event);
      return open->pop();
    case k_event_landed:
    case k_event_abandon:
      keep(history, *open, event);
      return open->pop_to(event.ident());
    case k_event_value:
    case k_event_throwing:
      return keep(history, *open, event);
    default:
      return;
  }
}

bool belongs_to_site(uint32_t kind) {
  return kind == k_event_outcall || kind == k_event_outcall_return ||
         kind == k_event_outcall_throw || kind == k_event_value;
}

bool belongs_to_function(uint32_t kind) {
  return kind == k_event_incall || kind == k_event_incall_return || kind == k_event_incall_throw;
}

uint64_t count_slots(Event event) {
  const uint32_t ident = event.ident();
  switch (event.kind()) {
    case k_event_incall:
      return g_tables.functions[ident].function->arg_slots;
    case k_event_incall_return:
      return g_tables.functions[ident].function->ret_slots;
    case k_event_outcall:
      return g_tables.sites[ident].arg_slots + 1ull;
    case k_event_outcall_return:
    case k_event_value:
      return g_tables.sites[ident].ret_slots;
    case k_event_incall_throw:
    case k_event_outcall_throw:
    case k_event_throwing:
      return 2;
    default:
      return 0;
  }
}

void write_crossing(Json* json, const Crossing& crossing) {
  constexpr uint64_t k_max_values = 24;
  const Event event = crossing.event;
  json->begin_object();
  json->text("kind", name_event_kind(event.kind()));
  json->number("incall", crossing.incall);
  json->number("thread", crossing.thread);
  if (belongs_to_site(event.kind())) json->text("text", g_tables.sites[event.ident()].text);
  if (belongs_to_function(event.kind())) json->text("text", g_tables.functions[event.ident()].text);
  json->begin_array("values");
  const uint64_t count = count_slots(event);
  const Values values = event.values(count);
  for (uint64_t i = 0; i < count && i < k_max_values; i++) {
    write_value(json, nullptr, values.slots[i], values.is_marked(i));
  }
  json->end().end();
}

}  // namespace

void read_history(History* history) {
  OpenCrossings open;
  for (const uint64_t* at = g_stream.begin; at < g_stream.cursor; at += 1 + event_words(*at)) {
    history->events++;
    count_event(history, &open, Event{at});
  }
}

void write_crossings(Json* json, const History& history) {
  json->begin_array("last_crossings");
  const uint64_t count = history.crossing_count;
  const uint64_t kept = count < History::k_kept ? count : History::k_kept;
  for (uint64_t i = count - kept; i < count; i++)
    write_crossing(json, history.last[i % History::k_kept]);
  json->end();
}

void write_value(Json* json, const char* key, uint64_t value, bool is_encoded) {
  const uint64_t word = is_encoded ? value : g_modules.images.encode(value);
  const uint32_t module = module_of_word(word);
  const bool is_image =
      (is_encoded || word != value) && module != 0 && module <= g_modules.recorded_count;
  if (!is_image) {
    json->hex(key, value);
    return;
  }
  Line line;
  line.text(g_modules.recorded[module].path).text("+").hex(offset_of_word(word));
  json->text(key, line.c_str());
}

}  // namespace cutaway::rt
