// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/event.h"

#include <fmt/format.h>

#include <array>
#include <cstring>

namespace cutaway {
namespace {

using Words = std::span<const uint64_t>;

struct RawEvent {
  uint32_t ident;
  Words payload;
};

Error malformed(uint64_t word, std::string_view what) {
  return user_fault("",
                    fmt::format("{} event is malformed: {}", kind_name(event_kind(word)), what));
}

// Problems are texts; decode_event adds the kind.
struct Problem {
  std::string text;
};
template <typename T>
using Decoded = std::variant<T, Problem>;

#define CUTAWAY_NEED(condition, ...) \
  if (!(condition)) return Problem { \
      fmt::format(__VA_ARGS__)       \
    }

std::span<const uint8_t> bytes_of(Words words) {
  return {reinterpret_cast<const uint8_t*>(words.data()), words.size() * sizeof(uint64_t)};
}

// Text fills `words` to their end: at least one zero byte, and only zeros after it.
bool read_text(Words words, std::string_view* text) {
  auto bytes = bytes_of(words);
  const auto* start = reinterpret_cast<const char*>(bytes.data());
  size_t length = ::strnlen(start, bytes.size());
  if (words.empty() || length == bytes.size() || length + sizeof(uint64_t) < bytes.size())
    return false;
  for (uint8_t byte : bytes.subspan(length)) {
    if (byte != 0) return false;
  }
  *text = {start, length};
  return true;
}

// The slots of a payload that holds nothing but values: n slots need n + ceil(n/64) words.
bool read_values(Words words, Values* values) {
  size_t marks = (words.size() + 64) / 65;
  size_t slots = words.size() - marks;
  if (mark_words(slots) != marks) return false;
  values->marks = words.first(marks);
  values->slots = words.subspan(marks);
  return slots % 64 == 0 || (values->marks.back() >> (slots % 64)) == 0;
}

bool read_thrown(Words words, ThrownObject* thrown) {
  constexpr size_t k_value_words = 3;
  return words.size() > k_value_words &&
         read_values(words.first(k_value_words), &thrown->object_and_type) &&
         read_text(words.subspan(k_value_words), &thrown->type_name);
}

Decoded<Event> decode_module(const RawEvent& raw) {
  constexpr size_t k_fixed_words = 7;
  CUTAWAY_NEED(raw.payload.size() > k_fixed_words, "too short");
  ModuleEvent event{
      static_cast<ModuleId>(raw.ident), raw.payload[0], raw.payload[1], raw.payload[2], {}, {}};
  uint64_t length = raw.payload[3];
  CUTAWAY_NEED(length <= 3 * sizeof(uint64_t), "build id of {} bytes", length);
  event.build_id = bytes_of(raw.payload.subspan(4, 3)).first(length);
  CUTAWAY_NEED(read_text(raw.payload.subspan(k_fixed_words), &event.path),
               "path is not terminated");
  return event;
}

template <typename CodeEventOf>
Decoded<Event> decode_code(const RawEvent& raw) {
  constexpr size_t k_fixed_words = 3;
  CUTAWAY_NEED(raw.payload.size() > k_fixed_words, "too short");
  CodeEventOf event;
  CUTAWAY_NEED(raw.payload[0] <= UINT32_MAX, "module {}", raw.payload[0]);
  event.id = static_cast<decltype(event.id)>(raw.ident);
  event.module = static_cast<ModuleId>(raw.payload[0]);
  event.offset = raw.payload[1];
  event.arg_slots = static_cast<uint16_t>(raw.payload[2]);
  event.ret_slots = static_cast<uint16_t>(raw.payload[2] >> 16);
  event.flags = static_cast<uint32_t>(raw.payload[2] >> 32);
  CUTAWAY_NEED(read_text(raw.payload.subspan(k_fixed_words), &event.text),
               "text is not terminated");
  return event;
}

Decoded<Event> decode_thread(const RawEvent& raw) {
  CUTAWAY_NEED(raw.payload.size() == 1, "{} words, expected 1", raw.payload.size());
  return ThreadEvent{static_cast<ThreadId>(raw.ident), raw.payload[0]};
}

template <typename ValuesEvent, typename Id>
Decoded<Event> decode_values(const RawEvent& raw) {
  Values values;
  CUTAWAY_NEED(read_values(raw.payload, &values), "marks do not fit its slots");
  return ValuesEvent{static_cast<Id>(raw.ident), values};
}

template <typename ThrowEvent, typename Id>
Decoded<Event> decode_throw(const RawEvent& raw) {
  ThrownObject thrown;
  CUTAWAY_NEED(read_thrown(raw.payload, &thrown), "expected object, typeinfo and type name");
  return ThrowEvent{static_cast<Id>(raw.ident), thrown};
}

Decoded<Event> decode_throwing(const RawEvent& raw) {
  ThrownObject thrown;
  CUTAWAY_NEED(read_thrown(raw.payload, &thrown), "expected object, typeinfo and type name");
  return ThrowingEvent{thrown};
}

Decoded<Event> decode_landed(const RawEvent& raw) {
  CUTAWAY_NEED(raw.payload.size() == 2, "{} words, expected 2", raw.payload.size());
  return LandedEvent{raw.ident, {raw.payload[0]}, raw.payload[1]};
}

Decoded<Event> decode_patch(const RawEvent& raw) {
  CUTAWAY_NEED(raw.ident > 0 && raw.ident <= k_max_patch_bytes, "patch of {} bytes", raw.ident);
  size_t words = (size_t{raw.ident} + 7) / 8;
  CUTAWAY_NEED(raw.payload.size() == words + 1, "{} words, expected {}", raw.payload.size(),
               words + 1);
  return PatchEvent{{raw.payload[0]}, bytes_of(raw.payload.subspan(1)).first(raw.ident)};
}

Decoded<Event> decode_patch_word(const RawEvent& raw) {
  CUTAWAY_NEED(raw.payload.size() == 2, "{} words, expected 2", raw.payload.size());
  return PatchWordEvent{{raw.payload[0]}, {raw.payload[1]}};
}

// Length of the runs at the start of `bytes` that cover `size` bytes of memory; 0 if they do not.
size_t measure_runs(std::span<const uint8_t> bytes, uint64_t size) {
  uint64_t covered = 0;
  size_t at = 0;
  while (at < bytes.size() && covered < size) {
    uint32_t length = run_bytes(bytes[at]);
    uint32_t skip = run_skip(bytes[at]);
    at += 1 + length;
    covered += length;
    bool is_last = covered == size;
    if (length == 0 || is_last != (covered + skip >= size)) return 0;
    covered += skip;
  }
  return covered == size && at <= bytes.size() ? at : 0;
}

Decoded<Event> decode_patch_runs(const RawEvent& raw) {
  CUTAWAY_NEED(raw.ident > 0 && raw.ident <= k_max_patch_bytes, "patch of {} bytes", raw.ident);
  CUTAWAY_NEED(raw.payload.size() > 1, "too short");
  auto bytes = bytes_of(raw.payload.subspan(1));
  size_t length = measure_runs(bytes, raw.ident);
  CUTAWAY_NEED(length > 0, "its runs do not cover its {} bytes", raw.ident);
  CUTAWAY_NEED(bytes.size() - length < sizeof(uint64_t), "it is longer than its runs");
  return PatchRunsEvent{{raw.payload[0]}, raw.ident, bytes.first(length)};
}

// Events that say all in their ident.
template <typename IdentEvent>
Decoded<Event> decode_ident(const RawEvent& raw) {
  CUTAWAY_NEED(raw.payload.empty(), "{} words, expected 0", raw.payload.size());
  return IdentEvent{raw.ident};
}

Decoded<Event> decode_checksum(const RawEvent& raw) {
  CUTAWAY_NEED(raw.payload.size() == 1, "{} words, expected 1", raw.payload.size());
  return ChecksumEvent{raw.payload[0]};
}

Decoded<Event> decode_inside_sp(const RawEvent& raw) {
  CUTAWAY_NEED(raw.payload.size() == 1, "{} words, expected 1", raw.payload.size());
  return InsideStackEvent{raw.payload[0]};
}

Decoded<Event> decode_fresh(const RawEvent& raw) {
  CUTAWAY_NEED(raw.ident > 0 && raw.ident <= k_max_patch_bytes, "{} bytes", raw.ident);
  CUTAWAY_NEED(raw.payload.size() == 1, "{} words, expected 1", raw.payload.size());
  return FreshEvent{{raw.payload[0]}, raw.ident};
}

Decoded<Event> decode_failure(const RawEvent& raw) {
  CUTAWAY_NEED(raw.payload.size() == 3, "{} words, expected 3", raw.payload.size());
  return FailureEvent{raw.ident, raw.payload[0], {raw.payload[1]}, {raw.payload[2]}};
}

Decoded<Event> decode_truncated(const RawEvent& raw) {
  TruncatedEvent event{raw.ident, {}};
  CUTAWAY_NEED(read_text(raw.payload, &event.text), "text is not terminated");
  return event;
}

struct KindEntry {
  const char* name;
  Decoded<Event> (*decode)(const RawEvent&);
};

// Indexed by CutawayEventKind.
constexpr std::array<KindEntry, k_event_kinds> k_kinds = {{
    {"end of stream", nullptr},
    {"module", decode_module},
    {"function", decode_code<FunctionEvent>},
    {"site", decode_code<SiteEvent>},
    {"thread", decode_thread},
    {"incall", decode_values<IncallEvent, FunctionId>},
    {"incall return", decode_values<IncallReturnEvent, FunctionId>},
    {"incall throw", decode_throw<IncallThrowEvent, FunctionId>},
    {"outcall", decode_values<OutcallEvent, SiteId>},
    {"outcall return", decode_values<OutcallReturnEvent, SiteId>},
    {"outcall throw", decode_throw<OutcallThrowEvent, SiteId>},
    {"landed", decode_landed},
    {"abandon", decode_ident<AbandonEvent>},
    {"patch", decode_patch},
    {"patch word", decode_patch_word},
    {"break", decode_ident<BreakEvent>},
    {"yield", decode_ident<YieldEvent>},
    {"value", decode_values<ValueEvent, SiteId>},
    {"throwing", decode_throwing},
    {"checksum", decode_checksum},
    {"failure", decode_failure},
    {"exit", decode_ident<ExitEvent>},
    {"truncated", decode_truncated},
    {"patch runs", decode_patch_runs},
    {"inside stack", decode_inside_sp},
    {"fresh", decode_fresh},
}};

}  // namespace

const char* kind_name(uint32_t kind) {
  return kind < k_kinds.size() ? k_kinds[kind].name : "unknown";
}

Result<size_t> measure_event(std::span<const uint64_t> words) {
  if (words.empty() || words[0] == 0) return size_t{0};
  uint32_t kind = event_kind(words[0]);
  if (kind == k_event_end_of_stream || kind >= k_event_kinds) {
    return user_fault("", fmt::format("unknown event kind {}", kind));
  }
  size_t length = size_t{event_words(words[0])} + 1;
  if (length > k_max_event_bytes / sizeof(uint64_t)) return malformed(words[0], "it is too long");
  if (length > words.size()) return malformed(words[0], "it goes beyond the end of the stream");
  return length;
}

Result<Event> decode_event(std::span<const uint64_t> words) {
  CUTAWAY_CHECK(words.size(), >=, size_t{1});
  uint32_t kind = event_kind(words[0]);
  CUTAWAY_CHECK(kind - 1, <, k_event_kinds - 1u);
  auto decoded = k_kinds[kind].decode({event_ident(words[0]), words.subspan(1)});
  if (auto* problem = std::get_if<Problem>(&decoded)) return malformed(words[0], problem->text);
  return std::get<Event>(std::move(decoded));
}

bool is_patch(const Event& event) {
  return std::holds_alternative<PatchEvent>(event) ||
         std::holds_alternative<PatchWordEvent>(event) ||
         std::holds_alternative<PatchRunsEvent>(event);
}

bool is_write(const Event& event) {
  return is_patch(event) || std::holds_alternative<FreshEvent>(event);
}

}  // namespace cutaway
