// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Short events of the raw log (abi/recording_format.h): most crossings and patches are a head word
// and a few bytes. The tool writes them out when it packs the log; image addresses are encoded
// there, too.
#pragma once
#include "runtime/record/log.h"

namespace cutaway::rt {

// Room for any short event; null when recording is over. It may lie in the reserve after the limit.
CUTAWAY_INLINE char* reserve_short() {
  if (CUTAWAY_UNLIKELY(g_state.cursor >= g_state.limit) ||
      CUTAWAY_UNLIKELY(g_state.events_left-- == 0)) {
    constexpr uint64_t k_most_words = (k_raw_head_bytes + k_raw_max_patch) / 8 + 1;
    return reinterpret_cast<char*>(reserve_slowly(k_most_words));
  }
  return g_state.cursor;
}

// Number of bytes that hold `number`; 0 for 0.
CUTAWAY_INLINE uint64_t count_bytes(uint64_t number) {
  return number == 0 ? 0 : (71 - __builtin_clzll(number)) / 8;
}

CUTAWAY_INLINE void store_word(char* to, uint64_t word) {
  __builtin_memcpy(to, &word, sizeof(word));
}

class SlotWriter {
 public:
  // Word 0 is left alone until the event is committed.
  CUTAWAY_INLINE explicit SlotWriter(char* event) : event_(event), to_(event + k_raw_head_bytes) {}

  CUTAWAY_INLINE void add(uint64_t value, uint64_t* last) {
    const uint64_t number = to_zigzag(value - *last);
    *last = value;
    const uint64_t bytes = count_bytes(number);
    store_word(to_, number);
    to_ += bytes;
    lengths_ |= bytes << shift_;
    shift_ += 4;
  }

  CUTAWAY_INLINE void commit(uint32_t kind, uint32_t ident) {
    compiler_barrier();
    store_word(event_, kind | static_cast<uint64_t>(ident) << 8 | lengths_);
    compiler_barrier();
    g_state.cursor = to_;
  }

 private:
  char* event_;
  char* to_;
  uint64_t lengths_ = 0;
  uint32_t shift_ = 32;
};

CUTAWAY_INLINE void write_short(uint32_t kind, uint32_t ident, const uint64_t* slots,
                                uint64_t count, uint64_t* last) {
  char* event = reserve_short();
  if (CUTAWAY_UNLIKELY(event == nullptr)) return;
  SlotWriter writer(event);
  for (uint64_t i = 0; i < count; i++) writer.add(slots[i], last + i);
  writer.commit(kind, ident);
}

// Completes the outcall that stands last in the log by its result. One store of 16 bytes does it,
// so that no death of the process can leave half of it. False: its slots have no room for it.
CUTAWAY_INLINE bool answer_last(uint64_t arg_slots, const uint64_t* results, uint64_t count,
                                uint64_t* last) {
  typedef uint64_t Pair __attribute__((vector_size(16), aligned(1)));
  char* event = g_state.answerable;
  const uint64_t used = g_state.cursor - event - k_raw_head_bytes;
  const uint64_t number = count != 0 ? to_zigzag(*results - *last) : 0;
  const uint64_t bytes = count_bytes(number);
  if (CUTAWAY_UNLIKELY(used + bytes > 8) || CUTAWAY_UNLIKELY(count > 1)) return false;
  if (count != 0) *last = *results;
  Pair pair = *reinterpret_cast<const Pair*>(event);
  pair[0] += k_raw_answered - k_raw_outcall;
  pair[0] |= bytes << (32 + 4 * (arg_slots + 1));
  if (used < 8) pair[1] |= number << 8 * used;
  compiler_barrier();
  *reinterpret_cast<Pair*>(event) = pair;
  compiler_barrier();
  g_state.cursor += bytes;
  g_state.answerable_end = nullptr;
  return true;
}

}  // namespace cutaway::rt
