// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A load that differs from its shadow: the outside changed these bytes. They become a patch of the
// current segment, and enter the shadow.
//
// What is logged is as little as possible, because the replayer applies it at the *start* of the
// segment: a byte that is equal now may have been read and then stored by the inside earlier in the
// segment, so it must not be set. Exceptions, where other bytes come along:
//  - an aligned word that holds an image address, or held one (its shadow does), is logged whole: in the
//    replayer that address is another, so bytes that are equal here need not be equal there;
//  - in a long run (>= 16 bytes) equal gaps of up to 3 bytes are bridged: input that was read into a used
//    buffer is equal to the old content here and there, and a patch for each piece would cost more than
//    the data. This trusts that the inside has not, in this very segment, read and then changed just
//    those 1 to 3 bytes in the middle of outside data. Wider fields are never bridged.
//
// Read-ahead: a reader that goes byte by byte over outside data would pay 16 bytes of event for
// each. When a patch starts where the last one ended, the next 16, 32, ... 4096 bytes (within the page)
// are looked at too.
//
// Every byte is read from memory once, into the log; the shadow is updated from there. So log and
// shadow agree even if another thread writes at the same time.
#include "runtime/record/patches.h"

#include <string.h>

#include "runtime/record/calls.h"
#include "runtime/record/crossings.h"

namespace cutaway::rt {

namespace {

constexpr uint64_t k_long_run = 16;
constexpr uint64_t k_bridged_gap = 3;
constexpr uint64_t k_first_ahead = 16;
constexpr uint64_t k_last_ahead = 4096;
constexpr uint64_t k_stream_ahead = 128;  // reached after three continued patches

uint64_t word_at(uint64_t address) {
  uint64_t word;
  __builtin_memcpy(&word, reinterpret_cast<const void*>(address), sizeof(word));
  return word;
}

bool differs(uint64_t address) {
  return *reinterpret_cast<const volatile char*>(address) !=
         *reinterpret_cast<const char*>(address + k_shadow_offset);
}

// First address in [from, to) that differs from its shadow, `to` if none does.
uint64_t find_difference(uint64_t from, uint64_t to) {
  while (from + 32 <= to) {
    const uint64_t a = word_at(from) ^ word_at(from + k_shadow_offset);
    const uint64_t b = word_at(from + 8) ^ word_at(from + 8 + k_shadow_offset);
    const uint64_t c = word_at(from + 16) ^ word_at(from + 16 + k_shadow_offset);
    const uint64_t d = word_at(from + 24) ^ word_at(from + 24 + k_shadow_offset);
    if ((a | b | c | d) != 0) break;
    from += 32;
  }
  while (from + 8 <= to) {
    const uint64_t difference = word_at(from) ^ word_at(from + k_shadow_offset);
    if (difference != 0) return from + __builtin_ctzll(difference) / 8;
    from += 8;
  }
  while (from < to && !differs(from)) from++;
  return from;
}

// Does the aligned word at `address` hold an image address, or did it?
bool is_image_word(uint64_t address) {
  return g_images.holds(word_at(address)) || g_images.holds(word_at(address + k_shadow_offset));
}

// Up to where a patch that starts with the difference at `from` goes. It ends before an aligned word
// that holds or held an image address.
uint64_t find_run_end(uint64_t from, uint64_t to, bool is_stream) {
  if (to - from > k_max_patch_bytes) to = from + k_max_patch_bytes;
  uint64_t end = from + 1;  // after the last byte known to differ
  for (uint64_t at = end; at < to; at++) {
    if (at % 8 == 0 && CUTAWAY_UNLIKELY(is_image_word(at))) break;
    if (differs(at)) {
      end = at + 1;
      continue;
    }
    const uint64_t gap = at + 1 - end;
    const bool is_bridged = (is_stream || end - from >= k_long_run) && gap <= k_bridged_gap;
    if (!is_bridged) break;
  }
  return end;
}

// Patches after n counted accesses apply just before access n.
CUTAWAY_INLINE void place_patch(Context* context) {
  const uint64_t access = current_access(context);
  if (CUTAWAY_LIKELY(access == context->last_break)) return;
  context->last_break = access;
  write_event(k_event_break, static_cast<uint32_t>(access));
}

CUTAWAY_INLINE void copy_words(uint64_t* to, const void* from, uint64_t size) {
  if (size <= 8) {
    uint64_t word = 0;
    for (uint64_t i = 0; i < size; i++) {
      word |= static_cast<uint64_t>(static_cast<const volatile unsigned char*>(from)[i]) << 8 * i;
    }
    *to = word;
    return;
  }
  to[(size - 1) / 8] = 0;
  memcpy(to, from, size);
}

// `content` are the bytes for [address, +size): memory itself, or the value that was loaded.
void write_patch(Context* context, uint64_t address, uint64_t size, const void* content) {
  place_patch(context);
  const uint64_t words = 1 + (size + 7) / 8;
  char* shadow = shadow_of(reinterpret_cast<const void*>(address));
  uint64_t* event = reserve_event(words);
  if (CUTAWAY_UNLIKELY(event == nullptr)) {
    memcpy(shadow, content, size);
    return;
  }
  event[1] = g_images.encode(address);
  copy_words(event + 2, content, size);
  memcpy(shadow, event + 2, size);
  commit_event(event, k_event_patch, words, static_cast<uint32_t>(size));
}

// A word that is an image address now, or was one.
void write_image_word(Context* context, uint64_t address, uint64_t word) {
  if (!g_images.holds(word)) return write_patch(context, address, sizeof(word), &word);
  place_patch(context);
  memcpy(shadow_of(reinterpret_cast<const void*>(address)), &word, sizeof(word));
  uint64_t* event = reserve_event(2);
  if (event == nullptr) return;
  event[1] = g_images.encode(address);
  event[2] = g_images.encode(word);
  commit_event(event, k_event_patch_word, 2, 0);
}

// Logs all differences in [from, to). Returns where the last patch ended.
uint64_t log_differences(Context* context, uint64_t from, uint64_t to) {
  uint64_t patched = 0;
  for (from = find_difference(from, to); from < to; from = find_difference(patched, to)) {
    const uint64_t aligned = round_down(from, 8);
    if (CUTAWAY_UNLIKELY(is_image_word(aligned))) {
      write_image_word(context, aligned, word_at(aligned));
      patched = aligned + 8;
    } else {
      patched = find_run_end(from, to, false);
      write_patch(context, from, patched - from, reinterpret_cast<const void*>(from));
    }
    if (patched >= to) break;
  }
  return patched;
}

// Read-only image bytes are in the replayer's image too. The page is taken into the shadow, up to
// the end of the range that is read-only.
void take_read_only(uint64_t address, uint64_t size) {
  uint64_t from = round_down(address, k_page_bytes);
  uint64_t to = round_up(address + size, k_page_bytes);
  while (from < address && !g_read_only.holds(from)) from += 8;
  while (to > address + size && !g_read_only.holds(to - 1)) to -= 8;
  memcpy(shadow_of(reinterpret_cast<const void*>(from)), reinterpret_cast<const void*>(from),
         to - from);
}

// No patch for these: native frames of the inside, and read-only image bytes.
bool is_no_patch(Context* context, uint64_t address, uint64_t size, uint64_t sp) {
  if (CUTAWAY_UNLIKELY(g_read_only.holds(address))) {
    take_read_only(address, size);
    return true;
  }
  if (CUTAWAY_UNLIKELY(is_native_inside(context, address, sp)) ||
      CUTAWAY_UNLIKELY(context->side != k_side_inside)) {
    mirror_bytes(reinterpret_cast<const void*>(address), size);
    return true;
  }
  return false;
}

// How far beyond `end` to look when the patch at `from` continues the last one.
uint64_t extend_ahead(Context* context, uint64_t from, uint64_t end, uint64_t sp) {
  if (from - context->patch_end > k_bridged_gap) {
    context->ahead_bytes = k_first_ahead;
    return end;
  }
  const uint64_t ahead = context->ahead_bytes;
  context->ahead_bytes = ahead < k_last_ahead ? ahead * 2 : k_last_ahead;
  const uint64_t page_end = round_up(end, k_page_bytes);
  const uint64_t limit = end + ahead < page_end ? end + ahead : page_end;
  // A native frame of the inside must not be logged; the thread's own stack is left alone.
  const bool is_stack = from >= sp && from < context->stack_high && from >= context->stack_low;
  return is_stack || is_native_inside(context, limit - 1, sp) ? end : limit;
}

}  // namespace

// Patches of a plain load. Beyond the load itself only one run is followed.
CUTAWAY_PRESERVE_MOST void load_differs(void* context_pointer, void* pointer, uint64_t size) {
  Context* context = to_context(context_pointer);
  const uint64_t sp = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  const uint64_t address = reinterpret_cast<uint64_t>(pointer);
  if (is_no_patch(context, address, size, sp)) return;
  const bool is_packed_pointer = size == 8 && address % 8 != 0 && is_image_word(address);
  if (is_packed_pointer) return write_image_word(context, address, word_at(address));
  const uint64_t end = address + size;
  const uint64_t from = find_difference(address, end);
  if (from == end) return;
  const uint64_t ahead = extend_ahead(context, from, end, sp);
  if (ahead == end) {
    context->patch_end = log_differences(context, from, end);
    return;
  }
  if (is_image_word(round_down(from, 8))) {
    context->patch_end = log_differences(context, from, end);
    return;
  }
  const uint64_t run_end = find_run_end(from, ahead, context->ahead_bytes >= k_stream_ahead);
  write_patch(context, from, run_end - from, reinterpret_cast<const void*>(from));
  context->patch_end = run_end;
  if (run_end < end) context->patch_end = log_differences(context, run_end, end);
}

// An atomic or volatile load got `value`, whatever memory holds by now.
CUTAWAY_PRESERVE_MOST void value_differs(void* context_pointer, void* pointer, uint64_t size,
                                         void* value_pointer) {
  Context* context = to_context(context_pointer);
  const uint64_t sp = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  const uint64_t address = reinterpret_cast<uint64_t>(pointer);
  const char* value = static_cast<const char*>(value_pointer);
  if (is_no_patch(context, address, size, sp)) return;
  uint64_t word = 0;
  if (size == 8) memcpy(&word, value, 8);
  const bool is_image = g_images.holds(word) || g_images.holds(word_at(address + k_shadow_offset));
  if (size == 8 && is_image) return write_image_word(context, address, word);
  const char* shadow = shadow_of(pointer);
  uint64_t at = 0;
  while (at < size) {
    if (value[at] == shadow[at]) {
      at++;
      continue;
    }
    uint64_t end = at + 1;
    while (end < size && value[end] != shadow[end]) end++;
    write_patch(context, address + at, end - at, value + at);
    at = end;
  }
}

void check_bytes(Context* context, const void* pointer, uint64_t size, uint64_t sp) {
  const uint64_t address = reinterpret_cast<uint64_t>(pointer);
  const uint64_t end = address + size;
  const uint64_t from = find_difference(address, end);
  if (CUTAWAY_LIKELY(from == end)) return;
  if (is_no_patch(context, from, end - from, sp)) return;
  context->patch_end = log_differences(context, from, end);
}

void mirror_bytes(const void* address, uint64_t size) { memcpy(shadow_of(address), address, size); }

void check_range(void* context, void* address, uint64_t size) {
  check_bytes(to_context(context), address, size,
              reinterpret_cast<uint64_t>(__builtin_frame_address(0)));
}

void mirror_range(void*, void* address, uint64_t size) { mirror_bytes(address, size); }

}  // namespace cutaway::rt
