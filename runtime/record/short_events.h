// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Short events of the raw log (abi/recording_format.h): most crossings and patches are a few bytes.
// The tool writes them out when it packs the log; image addresses are encoded there, too.
#pragma once
#include "runtime/record/log.h"

namespace cutaway::rt {

CUTAWAY_INLINE bool has_short_room() { return g_state.cursor < g_state.limit; }

// Room for any short event; null when recording is over. It may lie in the reserve after the limit.
CUTAWAY_INLINE char* reserve_short() {
  if (CUTAWAY_UNLIKELY(!has_short_room()) || CUTAWAY_UNLIKELY(g_state.events_left-- == 0)) {
    constexpr uint64_t k_most_words = (2 + 8 + k_raw_max_patch) / 8 + 1;
    return reinterpret_cast<char*>(reserve_slowly(k_most_words));
  }
  return g_state.cursor;
}

// Number of bytes that hold `number`; 0 for 0. Without a branch that depends on it: nobody could
// predict that. bsr, which every processor has, takes several times as long as lzcnt on some.
CUTAWAY_INLINE uint64_t count_bytes(uint64_t number) {
  if (CUTAWAY_UNLIKELY(g_state.has_lzcnt == 0)) {
    return number == 0 ? 0 : (71 - __builtin_clzll(number)) / 8;
  }
  uint64_t zeros;
  asm("lzcnt %1, %0" : "=r"(zeros) : "r"(number) : "cc");
  return (71 - zeros) / 8;
}

CUTAWAY_INLINE void store_word(char* to, uint64_t word) {
  __builtin_memcpy(to, &word, sizeof(word));
}

CUTAWAY_INLINE void store_half(char* to, uint16_t half) {
  __builtin_memcpy(to, &half, sizeof(half));
}

// Stores whole words: what follows in the log is written later.
class SlotWriter {
 public:
  CUTAWAY_INLINE SlotWriter(char* event, uint32_t ident, uint64_t slots)
      : event_(event),
        ident_(ident),
        slots_(slots),
        lengths_at_(event + raw_head_bytes(ident)),
        to_(lengths_at_ + raw_lengths_bytes(slots)) {}

  CUTAWAY_INLINE void add(uint64_t value, uint64_t* last) {
    const uint64_t number = value ^ *last;
    *last = value;
    const uint64_t bytes = count_bytes(number);
    store_word(to_, number);
    to_ += bytes;
    content_ |= number << (content_bits_ & 63);
    content_bits_ += 8 * bytes;
    lengths_ |= bytes << shift_;
    shift_ += 4;
  }

  // The first byte is written last.
  CUTAWAY_INLINE void commit(uint32_t kind) {
    if (CUTAWAY_LIKELY(slots_ <= 2)) {
      *lengths_at_ = static_cast<char>(lengths_);  // of no slots: a zero after the event
    } else if (CUTAWAY_LIKELY(slots_ <= 4)) {
      store_half(lengths_at_, static_cast<uint16_t>(lengths_));
    } else {
      __builtin_memcpy(lengths_at_, &lengths_, sizeof(lengths_));
    }
    if (CUTAWAY_UNLIKELY(ident_ >= k_raw_far_ident)) {
      store_half(event_ + 2, static_cast<uint16_t>(ident_));
      event_[4] = static_cast<char>(ident_ >> 16);
    }
    compiler_barrier();
    store_half(event_, raw_head(kind, ident_));
    compiler_barrier();
    g_state.cursor = to_;
  }

  CUTAWAY_INLINE uint32_t lengths() const { return lengths_; }
  CUTAWAY_INLINE uint64_t content_bytes() const { return content_bits_ / 8; }
  // The bytes of the slots, if they are 8 at most. To read them from the log would have to wait
  // until they have left the processor's store buffer.
  CUTAWAY_INLINE uint64_t content() const { return content_; }

 private:
  char* event_;
  uint32_t ident_;
  uint64_t slots_;
  char* lengths_at_;
  char* to_;
  uint64_t content_ = 0;
  uint64_t content_bits_ = 0;
  uint32_t lengths_ = 0;
  uint32_t shift_ = 0;
};

CUTAWAY_INLINE void write_slots(char* event, uint32_t kind, uint32_t ident, const uint64_t* slots,
                                uint64_t count, uint64_t* last) {
  SlotWriter writer(event, ident, count);
  for (uint64_t i = 0; i < count; i++) writer.add(slots[i], last + i);
  writer.commit(kind);
}

// With code of its own for the usual numbers of slots.
CUTAWAY_INLINE void write_short_at(char* event, uint32_t kind, uint32_t ident,
                                   const uint64_t* slots, uint64_t count, uint64_t* last) {
  switch (count) {
    case 1:
      return write_slots(event, kind, ident, slots, 1, last);
    case 2:
      return write_slots(event, kind, ident, slots, 2, last);
    case 3:
      return write_slots(event, kind, ident, slots, 3, last);
    default:
      return write_slots(event, kind, ident, slots, count, last);
  }
}

CUTAWAY_INLINE void write_short(uint32_t kind, uint32_t ident, const uint64_t* slots,
                                uint64_t count, uint64_t* last) {
  if (char* event = reserve_short()) write_short_at(event, kind, ident, slots, count, last);
}

CUTAWAY_INLINE void write_outcall_slots(char* event, const CutawaySite* site, uint64_t callee,
                                        const uint64_t* arguments, uint64_t count) {
  uint64_t* last = site->last;
  SlotWriter writer(event, site->id, count + 1);
  writer.add(callee, last);
  for (uint64_t i = 0; i < count; i++) writer.add(arguments[i], last + 1 + i);
  writer.commit(k_raw_outcall);
  g_state.last_outcall = {event, g_state.cursor, writer.content(),
                          static_cast<uint32_t>(writer.content_bytes()), writer.lengths()};
}

CUTAWAY_INLINE void write_outcall_at(char* event, const CutawaySite* site, void* callee_pointer,
                                     const uint64_t* arguments) {
  const uint64_t callee = reinterpret_cast<uint64_t>(callee_pointer);
  switch (site->arg_slots) {
    case 1:
      return write_outcall_slots(event, site, callee, arguments, 1);
    case 2:
      return write_outcall_slots(event, site, callee, arguments, 2);
    default:
      return write_outcall_slots(event, site, callee, arguments, site->arg_slots);
  }
}

// Completes the outcall that stands last in the log by its result. One store of 16 bytes does it,
// so that no death of the process can leave half of it. False: its slots have no room for it.
CUTAWAY_INLINE bool answer_last(const CutawaySite* site, const uint64_t* results, uint64_t* last) {
  typedef uint64_t Pair __attribute__((vector_size(16), aligned(1)));
  const LastOutcall& outcall = g_state.last_outcall;
  const uint64_t count = site->ret_slots;
  const uint64_t asked = uint64_t{site->arg_slots} + 1;
  const uint64_t number = count != 0 ? *results ^ *last : 0;
  const uint64_t bytes = count_bytes(number);
  const uint64_t used = outcall.bytes;
  const uint64_t head_bytes = raw_head_bytes(site->id);
  const uint64_t all_head_bytes = head_bytes + raw_lengths_bytes(asked + count);
  if (CUTAWAY_UNLIKELY(used + bytes > 8) || CUTAWAY_UNLIKELY(count > 1) ||
      CUTAWAY_UNLIKELY(all_head_bytes >= 8)) {
    return false;
  }
  if (count != 0) *last = *results;
  const uint64_t content = outcall.content | (used < 8 ? number << 8 * used : 0);
  const uint64_t lengths = outcall.lengths | bytes << 4 * asked;
  uint64_t head = raw_head(k_raw_answered, site->id) | lengths << 8 * head_bytes;
  if (CUTAWAY_UNLIKELY(site->id >= k_raw_far_ident)) head |= uint64_t{site->id} << 16;
  const Pair pair{head | content << 8 * all_head_bytes, content >> (64 - 8 * all_head_bytes)};
  compiler_barrier();
  *reinterpret_cast<Pair*>(outcall.event) = pair;
  compiler_barrier();
  g_state.cursor = outcall.event + all_head_bytes + used + bytes;
  g_state.last_outcall.end = nullptr;
  return true;
}

// The end of the log is the outcall itself if nothing happened since: one event does for both.
CUTAWAY_INLINE void write_answer(const CutawaySite* site, const uint64_t* results) {
  uint64_t* last = site->last + 1 + site->arg_slots;
  const bool is_last =
      g_state.cursor == g_state.last_outcall.end && g_state.exiting == 0 && g_state.alive != 0;
  if (CUTAWAY_LIKELY(is_last) && CUTAWAY_LIKELY(answer_last(site, results, last))) return;
  write_short(k_raw_outcall_return, site->id, results, site->ret_slots, last);
}

}  // namespace cutaway::rt
