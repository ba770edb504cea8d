// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/replay/stream.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "runtime/common/system.h"
#include "runtime/replay/own_memory.h"

namespace cutaway::rt {

Stream g_stream;

void Stream::skip_tables() {
  while (next().is_table()) cursor += 1 + event_words(*cursor);
}

Event Stream::after(Event event) const {
  const uint64_t* at = event.words;
  if (Event{at}.kind() == k_event_end_of_stream) return event;
  do at += 1 + event_words(*at);
  while (Event{at}.is_table());
  return {at};
}

namespace {

// Finds the end of the last whole event, so that no later reader needs to look at bounds. The one
// pass over the stream before the replay: collects the tables, too.
const char* measure(uint64_t word_count) {
  TableEvent** last = &g_stream.tables;
  const uint64_t* at = g_stream.begin;
  const uint64_t* limit = at + word_count;
  while (at < limit && *at != 0) {
    const Event event{at};
    if (event.kind() >= k_event_kinds) return "the recording holds an event of unknown kind";
    if (event.payload_words() >= static_cast<uint64_t>(limit - at)) break;
    if (event.kind() == k_event_checksum) g_stream.verify = true;
    if (event.is_table()) {
      *last = own_allocate_array<TableEvent>(1);
      **last = {event, nullptr};
      last = &(*last)->next;
    }
    at += 1 + event.payload_words();
  }
  g_stream.end = at;
  return nullptr;
}

}  // namespace

const char* open_stream(const char* path) {
  const long fd = sys_open(path, O_RDONLY | O_CLOEXEC, 0);
  if (fd < 0) return "the recording cannot be opened";
  struct stat status;
  if (fstat(static_cast<int>(fd), &status) != 0) return "the recording cannot be read";
  const uint64_t size = static_cast<uint64_t>(status.st_size);
  if (size < k_raw_header_bytes) return "the recording is too short";
  // One page more, anonymous, so that a stream that fills its last page ends in a zero word, too.
  const uint64_t mapped = round_up(size, k_page_bytes);
  char* base = static_cast<char*>(sys_map(0, mapped + k_page_bytes, PROT_READ | PROT_WRITE,
                                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE));
  if (base == nullptr || sys_map(to_word(base), mapped, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_FIXED, static_cast<int>(fd)) == nullptr) {
    return "the recording cannot be mapped";
  }
  sys_close(static_cast<int>(fd));
  const auto* header = reinterpret_cast<const CutawayRawHeader*>(base);
  if (memcmp(header->magic, "CUTRAW\0", 8) != 0) return "not a raw recording";
  if (header->window_bytes != 0) return "a raw log that was not packed";
  if (header->version != k_format_version) return "the recording has another format version";
  g_stream.begin = reinterpret_cast<const uint64_t*>(base + k_raw_header_bytes);
  g_stream.verify = header->verify != 0;
  if (const char* wrong = measure((size - k_raw_header_bytes) / 8)) return wrong;
  // A cut-off last event must not be read: private mapping, only this page is copied.
  *const_cast<uint64_t*>(g_stream.end) = 0;
  g_stream.cursor = g_stream.begin;
  g_stream.skip_tables();
  return nullptr;
}

const char* name_event_kind(uint32_t kind) {
  static const char* const k_names[] = {
      "end of stream", "module",        "function",     "site",       "thread",
      "incall",        "incall return", "incall throw", "outcall",    "outcall return",
      "outcall throw", "landed",        "abandon",      "patch",      "patch word",
      "break",         "yield",         "value",        "throwing",   "checksum",
      "failure",       "exit",          "truncated",    "patch runs", "inside stack",
      "fresh"};
  static_assert(sizeof(k_names) / sizeof(*k_names) == k_event_kinds);
  return kind < k_event_kinds ? k_names[kind] : "unknown";
}

}  // namespace cutaway::rt
