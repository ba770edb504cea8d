// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/record/patch_runs.h"

#include "runtime/record/crossings.h"
#include "runtime/record/differences.h"
#include "runtime/record/patches.h"

namespace cutaway::rt {

namespace {

// In one event: its room is reserved for the worst case.
constexpr uint64_t k_most_runs_bytes = 16384;

// Appends bytes to the runs of one event. Stores whole words: needs 8 bytes of room beyond the
// last.
class RunWriter {
 public:
  explicit RunWriter(void* to) : head_(static_cast<unsigned char*>(to)), out_(head_ + 1) {}

  CUTAWAY_INLINE void add(unsigned char byte) {
    if (CUTAWAY_UNLIKELY((bytes_ == k_max_run_bytes) | (skipped_ != 0))) start_run();
    *out_++ = byte;
    bytes_++;
  }
  CUTAWAY_INLINE void add_word(uint64_t word) {
    if (skipped_ != 0) start_run();
    const uint32_t room = k_max_run_bytes - bytes_;
    store(word, room < 8 ? room : 8);
    if (room >= 8) return;
    start_run();
    store(word >> 8 * room, 8 - room);
  }
  // False: the gap is too wide for this event.
  CUTAWAY_INLINE bool skip() { return ++skipped_ <= k_max_run_skip; }

  // Ends the last run and pads to whole words; returns how many there are since `from`. The word
  // after is zero again, as everything after the last event of a log.
  uint64_t finish(const uint64_t* from) {
    *head_ = static_cast<unsigned char>(bytes_);
    const uint64_t words = (out_ - reinterpret_cast<const unsigned char*>(from) + 7) / 8;
    __builtin_memset(out_, 0, sizeof(uint64_t));
    __builtin_memset(const_cast<uint64_t*>(from) + words, 0, sizeof(uint64_t));
    return words;
  }

 private:
  CUTAWAY_INLINE void start_run() {
    *head_ = static_cast<unsigned char>(bytes_ | skipped_ << k_run_bytes_bits);
    head_ = out_++;
    bytes_ = 0;
    skipped_ = 0;
  }
  CUTAWAY_INLINE void store(uint64_t word, uint32_t count) {
    __builtin_memcpy(out_, &word, sizeof(word));
    out_ += count;
    bytes_ += count;
  }

  unsigned char* head_;
  unsigned char* out_;
  uint32_t bytes_ = 0;
  uint32_t skipped_ = 0;
};

// Takes [from, to) a byte at a time. Returns false if it ends here; *last is after the last byte
// taken.
CUTAWAY_INLINE bool take_bytes(RunWriter* writer, uint64_t from, uint64_t to, uint64_t* last) {
  for (uint64_t at = from; at < to; at++) {
    const unsigned char byte = *reinterpret_cast<const volatile unsigned char*>(at);
    auto* shadow = reinterpret_cast<unsigned char*>(at + k_shadow_offset);
    if (byte == *shadow) {
      if (!writer->skip()) return false;
      continue;
    }
    writer->add(byte);
    *shadow = byte;
    *last = at + 1;
  }
  return true;
}

// Takes the byte at `from` and what differs after it, over gaps that an event can skip. Returns the
// end.
uint64_t take_runs(RunWriter* writer, uint64_t from, uint64_t to) {
  const unsigned char first = *reinterpret_cast<const volatile unsigned char*>(from);
  *reinterpret_cast<unsigned char*>(from + k_shadow_offset) = first;
  writer->add(first);
  uint64_t last = from + 1;
  uint64_t at = round_up(last, 8);
  if (!take_bytes(writer, last, at < to ? at : to, &last)) return last;
  for (; at + 8 <= to; at += 8) {
    const uint64_t word = *reinterpret_cast<const volatile uint64_t*>(at);
    auto* shadow = reinterpret_cast<uint64_t*>(at + k_shadow_offset);
    if (CUTAWAY_UNLIKELY(g_images.holds(word) || g_images.holds(*shadow))) return last;
    if (zero_bytes(word ^ *shadow) != 0) {
      if (!take_bytes(writer, at, at + 8, &last)) return last;
      continue;
    }
    writer->add_word(word);
    *shadow = word;
    last = at + 8;
  }
  if (at < to && !is_image_word(at)) take_bytes(writer, at, to, &last);
  return last;
}

}  // namespace

uint64_t write_runs(Context* context, uint64_t from, uint64_t to) {
  if (to - from > k_most_runs_bytes) to = from + k_most_runs_bytes;
  place_patch(context);
  const uint64_t most = to - from + (to - from) / k_max_run_bytes + 16;
  uint64_t* event = reserve_event(2 + most / 8);
  if (CUTAWAY_UNLIKELY(event == nullptr)) {
    mirror_bytes(reinterpret_cast<const void*>(from), to - from);
    return to;
  }
  RunWriter writer(event + 2);
  const uint64_t end = take_runs(&writer, from, to);
  event[1] = g_images.encode(from);
  const uint64_t words = writer.finish(event + 1);
  commit_event(event, k_event_patch_runs, words, static_cast<uint32_t>(end - from));
  return end;
}

}  // namespace cutaway::rt
