// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The raw log: a window that is mapped and appended to, and written to the end of its file when it
// is full (see abi/recording_format.h). What was appended survives any death of the process. The
// window is allocated before it is mapped, so a full disk is an error code and never a SIGBUS. The
// window is one and the same all the time: fresh pages of a file cost more than what is written to
// them. All functions here need the inside lock.
#pragma once
#include "runtime/common/options.h"
#include "runtime/record/state.h"

namespace cutaway::rt {

// Creates the log and maps its first window. False: `*why` says what failed.
bool open_log(const Options& options, const char** why);

// For a process that cannot open files any more: keeps the log's, returns its descriptor.
int keep_log_open();

// Room for word 0 and `payload_words` more; null when recording is over. Fill the payload, then
// commit.
uint64_t* reserve_slowly(uint64_t payload_words);
// Fills up to a multiple of 8 bytes.
CUTAWAY_INLINE char* align_cursor() {
  char* at = g_state.cursor;
  while (CUTAWAY_UNLIKELY(reinterpret_cast<uint64_t>(at) % 8 != 0))
    *at++ = static_cast<char>(k_raw_filler);
  g_state.cursor = at;
  return at;
}
CUTAWAY_INLINE uint64_t* reserve_event(uint64_t payload_words) {
  const bool fits = g_state.cursor + (payload_words + 2) * 8 <= g_state.limit;
  if (CUTAWAY_UNLIKELY(!fits) || CUTAWAY_UNLIKELY(g_state.events_left-- == 0)) {
    return reserve_slowly(payload_words);
  }
  return reinterpret_cast<uint64_t*>(align_cursor());
}

// Word 0 is written last: a reader of a log that was cut off sees the whole event or its end.
CUTAWAY_INLINE void commit_event(uint64_t* event, uint32_t kind, uint64_t payload_words,
                                 uint32_t ident) {
  __atomic_store_n(event, event_word(kind, payload_words, ident), __ATOMIC_RELEASE);
  g_state.cursor = reinterpret_cast<char*>(event + 1 + payload_words);
}

CUTAWAY_INLINE void write_event(uint32_t kind, uint32_t ident) {
  if (uint64_t* event = reserve_event(0)) commit_event(event, kind, 0, ident);
}

void write_thread_event(const Context* context);
CUTAWAY_INLINE void begin_events(const Context* context) {
  if (CUTAWAY_UNLIKELY(g_state.last_thread != context->ident)) write_thread_event(context);
}

uint64_t text_words(const char* text);
// Writes padded text, returns the word after it.
uint64_t* write_text(uint64_t* to, const char* text);

// Ends the recording with k_event_truncated; the program goes on. Says nothing on stderr, which is
// the program's: the tool tells the user why.
void stop_recording(uint32_t reason, const char* text);

// Appends k_event_failure in the reserve kept for it.
void write_failure(const Context* context, uint32_t signal, int64_t code, uint64_t address,
                   uint64_t pc);

// exit() is nearly done: marks the end. More may still be appended.
void finish_log();

}  // namespace cutaway::rt
