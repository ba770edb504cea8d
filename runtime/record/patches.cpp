// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A load that differs from its shadow: the outside changed these bytes. They become a patch of the
// current segment, and enter the shadow.
//
// Only bytes that differ are logged, because the replayer applies them at the *start* of the
// segment: a byte that is equal now may have been read and then stored by the inside earlier in the
// segment, so it must not be set. One exception: an aligned word that holds an image address is
// logged whole: in the replayer that address is another, so bytes that are equal here need not be
// equal there. Of a word that held one (its shadow does) only the one byte is logged in any case
// that moves with a library; see write_former_image_word.
//
// Read-ahead: a reader that goes byte by byte over outside data would pay 16 bytes of event for
// each. When a patch starts where the last one ended, the next 16, 32, ... 4096 bytes (within the
// page) are looked at too.
//
// Every byte is read from memory once, into the log; the shadow is updated from there. So log and
// shadow agree even if another thread writes at the same time.
#include "runtime/record/patches.h"

#include <string.h>

#include "runtime/record/calls.h"
#include "runtime/record/crossings.h"
#include "runtime/record/differences.h"
#include "runtime/record/low_memory.h"
#include "runtime/record/patch_runs.h"
#include "runtime/record/short_events.h"
#include "runtime/record/waiting.h"

namespace cutaway::rt {

namespace {

constexpr uint64_t k_long_run = 1024;  // from here on a plain patch is the shorter one
constexpr uint64_t k_first_ahead = 16;
constexpr uint64_t k_last_ahead = 4096;

// Writes the address of a short patch. Returns where its bytes go; they come next, then the head.
CUTAWAY_INLINE char* write_patch_address(char* event, uint64_t address, uint64_t* address_bytes) {
  const uint64_t distance = to_zigzag(address - g_state.patch_end);
  *address_bytes = count_bytes(distance);
  store_word(event + 2, distance);
  return event + 2 + *address_bytes;
}

CUTAWAY_INLINE void commit_short_patch(char* event, uint64_t address_bytes, uint64_t end,
                                       uint64_t size) {
  g_state.patch_end = end;
  compiler_barrier();
  store_half(event, static_cast<uint16_t>(k_raw_patch | address_bytes | size << 8));
  compiler_barrier();
  g_state.cursor = event + 2 + address_bytes + size;
}

void write_short_patch(uint64_t address, uint64_t size, const void* content) {
  char* shadow = shadow_of(reinterpret_cast<const void*>(address));
  char* event = reserve_short();
  if (CUTAWAY_UNLIKELY(event == nullptr)) {
    memcpy(shadow, content, size);
    return;
  }
  uint64_t address_bytes;
  char* bytes = write_patch_address(event, address, &address_bytes);
  memcpy(bytes, content, size);
  memcpy(shadow, bytes, size);
  commit_short_patch(event, address_bytes, address + size, size);
}

// `content` are the bytes for [address, +size): memory itself, or the value that was loaded.
void write_patch(Context* context, uint64_t address, uint64_t size, const void* content) {
  place_patch(context);
  if (CUTAWAY_LIKELY(size <= k_raw_max_patch)) return write_short_patch(address, size, content);
  const uint64_t words = 1 + (size + 7) / 8;
  char* shadow = shadow_of(reinterpret_cast<const void*>(address));
  uint64_t* event = reserve_event(words);
  if (CUTAWAY_UNLIKELY(event == nullptr)) {
    memcpy(shadow, content, size);
    return;
  }
  event[1] = g_images.encode(address);
  event[1 + (size + 7) / 8] = 0;
  memcpy(event + 2, content, size);
  memcpy(shadow, event + 2, size);
  commit_event(event, k_event_patch, words, static_cast<uint32_t>(size));
}

// A word that is an image address now.
void write_image_word(Context* context, uint64_t address, uint64_t word) {
  place_patch(context);
  memcpy(shadow_of(reinterpret_cast<const void*>(address)), &word, sizeof(word));
  char* event = reserve_short();
  if (CUTAWAY_UNLIKELY(event == nullptr)) return;
  uint64_t address_bytes;
  char* to = write_patch_address(event, address, &address_bytes);
  const uint64_t difference = to_zigzag(word - g_state.image_word);
  const uint64_t word_bytes = count_bytes(difference);
  store_word(to, difference);
  g_state.patch_end = address + sizeof(word);
  g_state.image_word = word;
  compiler_barrier();
  store_half(event,
             static_cast<uint16_t>(k_raw_image_word | address_bytes << 8 | word_bytes << 12));
  compiler_barrier();
  g_state.cursor = to + word_bytes;
}

// A word that was loaded at a position, so no store of the inside comes between.
void write_image_value(Context* context, uint64_t address, uint64_t word) {
  if (!g_images.holds(word)) return write_patch(context, address, sizeof(word), &word);
  write_image_word(context, address, word);
}

// A layout without randomisation: the replayer has the program where it was, and libraries a
// multiple of 4 GiB lower (replay/layout.cpp), so that only byte 5 of an image address differs
// there.
bool moves_in_one_byte(uint64_t image_address) {
  const uint64_t half = image_address >> 32;
  return half == 0x5555 || half == 0x6fff || half == 0x7fff;
}

// Logs the bytes at `address` that differ, and the byte of a library's address in which the
// replayer's differs. The shadow holds an image address, memory does not. Not the whole word: its
// other bytes may be the inside's, read and changed in this segment ("if (*end == 0) *end = ';'" in
// memory that held a pointer once).
void write_former_image_word(Context* context, uint64_t address) {
  const uint64_t word = word_at(address);
  const uint64_t shadow = word_at(address + k_shadow_offset);
  if (!moves_in_one_byte(shadow)) return write_patch(context, address, sizeof(word), &word);
  constexpr uint64_t k_moving_byte = 5;
  for (uint64_t i = 0; i < sizeof(word); i++) {
    const bool is_moved = i == k_moving_byte && shadow >> 32 != 0x5555;
    const unsigned char byte = static_cast<unsigned char>(word >> 8 * i);
    if (byte == static_cast<unsigned char>(shadow >> 8 * i) && !is_moved) continue;
    write_patch(context, address + i, 1, &byte);
  }
}

// A word that is an image address now, or was one.
void write_any_image_word(Context* context, uint64_t address) {
  const uint64_t word = word_at(address);
  if (g_images.holds(word)) return write_image_word(context, address, word);
  write_former_image_word(context, address);
}

// Does a further difference follow so closely that one event for both is shorter?
bool is_continued(uint64_t end, uint64_t to) {
  if (end % 8 == 0 && end < to && is_image_word(end)) return false;
  const uint64_t near = to - end > k_max_run_skip + 1 ? end + k_max_run_skip + 1 : to;
  return find_difference(end, near) < near;
}

// Logs the difference at `from`, which is in no image word, and those near it. Returns the end.
uint64_t write_difference(Context* context, uint64_t from, uint64_t to) {
  const uint64_t end = find_run_end(from, to);
  if (end - from < k_long_run && is_continued(end, to)) return write_runs(context, from, to);
  write_patch(context, from, end - from, reinterpret_cast<const void*>(from));
  return end;
}

// A load of [begin, end) that takes only some bytes of a word reads a number, not a pointer: mostly
// stale stack bytes around bit-fields. They are logged as they are, unless the replayer has a
// relocated pointer there already.
bool is_left_partial(uint64_t aligned, uint64_t begin, uint64_t end) {
  const bool is_whole = aligned >= begin && aligned + 8 <= end;
  return !is_whole && !g_images.holds(word_at(aligned + k_shadow_offset));
}

// Logs all differences in [from, to). Returns where the last patch ended.
uint64_t log_differences(Context* context, uint64_t begin, uint64_t from, uint64_t to) {
  uint64_t patched = 0;
  for (from = find_difference(from, to); from < to; from = find_difference(patched, to)) {
    const uint64_t aligned = round_down(from, 8);
    if (CUTAWAY_LIKELY(!is_image_word(aligned))) {
      patched = write_difference(context, from, to);
    } else if (is_left_partial(aligned, begin, to)) {
      patched = write_difference(context, from, aligned + 8 < to ? aligned + 8 : to);
    } else {
      write_any_image_word(context, aligned);
      patched = aligned + 8;
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
  if (CUTAWAY_UNLIKELY(context->side != k_side_inside)) {
    mirror_bytes(reinterpret_cast<const void*>(address), size);
    return true;
  }
  // The shadow stays as it is: the replayer has its native frames elsewhere, and at this address
  // what the outside had there before.
  return CUTAWAY_UNLIKELY(is_native_inside(context, address, sp));
}

// How far beyond `end` to look when the patch at `from` continues the last one.
uint64_t extend_ahead(Context* context, uint64_t from, uint64_t end, uint64_t sp) {
  if (from - context->patch_end > k_max_run_skip) {
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

// The common case of a plain load: it lies in one word that is no image address, one run of bytes
// differs, and it does not continue the last patch. False: something is different.
CUTAWAY_INLINE bool write_small_patch(Context* context, uint64_t address, uint64_t size) {
  const uint64_t aligned = round_down(address, 8);
  if (address + size > aligned + 8) return false;
  const uint64_t word = word_at(aligned);
  const uint64_t shadow = word_at(aligned + k_shadow_offset);
  if (g_images.holds(word) || g_images.holds(shadow)) return false;
  const uint64_t loaded = ~0ull >> (64 - 8 * size) << 8 * (address - aligned);
  const uint64_t difference = (word ^ shadow) & loaded;
  if (CUTAWAY_UNLIKELY(difference == 0)) return true;
  const uint64_t first = __builtin_ctzll(difference) / 8;
  const uint64_t bytes = 8 - first - __builtin_clzll(difference) / 8;
  const uint64_t run = ~0ull >> (64 - 8 * bytes);
  if ((zero_bytes(difference >> 8 * first) & run) != 0) return false;
  const uint64_t from = aligned + first;
  if (from - context->patch_end <= k_max_run_skip) return false;
  context->ahead_bytes = k_first_ahead;
  context->patch_end = from + bytes;
  place_patch(context);
  const uint64_t kept = shadow & ~(run << 8 * first);
  const uint64_t taken = word >> 8 * first & run;
  *reinterpret_cast<uint64_t*>(aligned + k_shadow_offset) = kept | taken << 8 * first;
  char* event = reserve_short();
  if (CUTAWAY_UNLIKELY(event == nullptr)) return true;
  uint64_t address_bytes;
  store_word(write_patch_address(event, from, &address_bytes), taken);
  commit_short_patch(event, address_bytes, from + bytes, bytes);
  return true;
}

}  // namespace

// Patches of a plain load. Beyond the load itself only one run is followed.
CUTAWAY_PRESERVE_MOST void load_differs(void* context_pointer, void* pointer, uint64_t size) {
  Context* context = to_context(context_pointer);
  const uint64_t sp = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  const uint64_t address = reinterpret_cast<uint64_t>(pointer);
  log_waiting(context);
  if (is_no_patch(context, address, size, sp)) return;
  if (CUTAWAY_LIKELY(size <= 8) && CUTAWAY_LIKELY(write_small_patch(context, address, size)))
    return;
  const bool is_packed_pointer = size == 8 && address % 8 != 0 && is_image_word(address);
  if (is_packed_pointer) return write_any_image_word(context, address);
  const uint64_t end = address + size;
  const uint64_t from = find_difference(address, end);
  if (from == end) return;
  const uint64_t ahead = extend_ahead(context, from, end, sp);
  if (ahead == end) {
    context->patch_end = log_differences(context, address, from, end);
    return;
  }
  if (is_image_word(round_down(from, 8))) {
    context->patch_end = log_differences(context, address, from, end);
    return;
  }
  const uint64_t run_end = write_difference(context, from, ahead);
  context->patch_end = run_end;
  if (run_end < end) context->patch_end = log_differences(context, address, run_end, end);
}

// An atomic or volatile load got `value`, whatever memory holds by now.
CUTAWAY_PRESERVE_MOST void value_differs(void* context_pointer, void* pointer, uint64_t size,
                                         void* value_pointer) {
  Context* context = to_context(context_pointer);
  const uint64_t sp = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  const uint64_t address = reinterpret_cast<uint64_t>(pointer);
  const char* value = static_cast<const char*>(value_pointer);
  log_waiting(context);
  if (is_no_patch(context, address, size, sp)) return;
  uint64_t word = 0;
  if (size == 8) memcpy(&word, value, 8);
  const bool is_image = g_images.holds(word) || g_images.holds(word_at(address + k_shadow_offset));
  if (size == 8 && is_image) return write_image_value(context, address, word);
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

CUTAWAY_NOINLINE void log_bytes(Context* context, const void* pointer, uint64_t size, uint64_t sp) {
  const uint64_t address = reinterpret_cast<uint64_t>(pointer);
  const uint64_t end = address + size;
  const uint64_t from = find_difference(address, end);
  if (from == end) return;
  log_waiting(context);
  if (is_no_patch(context, from, end - from, sp)) return;
  context->patch_end = log_differences(context, address, from, end);
}

void mirror_bytes(const void* address, uint64_t size) {
  if (is_low_memory(address, size)) return;
  memcpy(shadow_of(address), address, size);
}

void check_range(void* context, void* address, uint64_t size) {
  check_bytes(to_context(context), address, size,
              reinterpret_cast<uint64_t>(__builtin_frame_address(0)));
}

void mirror_range(void*, void* address, uint64_t size) { mirror_bytes(address, size); }

}  // namespace cutaway::rt
