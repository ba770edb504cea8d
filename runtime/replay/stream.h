// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The event stream and the one cursor in it. The stream was validated by the tool before this
// process started; here only what could be read past the mapping is checked again.
#pragma once
#include "runtime/common/rt.h"

namespace cutaway::rt {

// Slots of a *values* payload.
struct Values {
  const uint64_t* marks;
  const uint64_t* slots;
  uint64_t count;

  CUTAWAY_INLINE bool is_marked(uint64_t i) const { return (marks[i / 64] >> i % 64 & 1) != 0; }
  // Any of slots [64*(i/64), +64) marked?
  CUTAWAY_INLINE bool has_marks() const {
    for (uint64_t i = 0; i < mark_words(count); i++) {
      if (marks[i] != 0) return true;
    }
    return false;
  }
};

struct Event {
  const uint64_t* words;

  CUTAWAY_INLINE uint32_t kind() const { return event_kind(words[0]); }
  CUTAWAY_INLINE uint32_t ident() const { return event_ident(words[0]); }
  CUTAWAY_INLINE uint32_t payload_words() const { return event_words(words[0]); }
  CUTAWAY_INLINE const uint64_t* payload() const { return words + 1; }
  CUTAWAY_INLINE Values values(uint64_t count) const {
    return {words + 1, words + 1 + mark_words(count), count};
  }
  // Text after `at` payload words.
  const char* text(uint32_t at) const { return reinterpret_cast<const char*>(words + 1 + at); }
  bool is_table() const {
    return kind() == k_event_module || kind() == k_event_function || kind() == k_event_site;
  }
  bool is_patch() const {
    return kind() == k_event_patch || kind() == k_event_patch_word || kind() == k_event_patch_runs;
  }
  // The outside has changed memory.
  bool is_write() const { return is_patch() || kind() == k_event_fresh; }
  bool is_end() const {
    return kind() == k_event_end_of_stream || kind() == k_event_failure || kind() == k_event_exit ||
           kind() == k_event_truncated;
  }
};

// Events that define modules, functions and sites, in order.
struct TableEvent {
  Event event;
  TableEvent* next;
};

struct Stream {
  const uint64_t* begin;
  const uint64_t* end;     // *end is a readable zero word
  const uint64_t* cursor;  // the next event; tables are skipped
  bool verify;             // of the raw header, or a checksum occurs
  TableEvent* tables;

  CUTAWAY_INLINE Event next() const { return {cursor}; }
  CUTAWAY_INLINE void advance() {
    cursor += 1 + event_words(*cursor);
    if (CUTAWAY_UNLIKELY(Event{cursor}.is_table())) skip_tables();
  }
  // The event after `event` that is no table.
  Event after(Event event) const;
  void skip_tables();
};

extern Stream g_stream;

// Maps the raw log at `path` into g_stream. Returns null or what is wrong.
const char* open_stream(const char* path);

const char* name_event_kind(uint32_t kind);

}  // namespace cutaway::rt
