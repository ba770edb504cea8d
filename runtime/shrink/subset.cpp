// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/shrink/subset.h"

#include <string.h>

#include "runtime/common/system.h"
#include "runtime/replay/asan.h"
#include "runtime/replay/module_map.h"
#include "runtime/replay/own_memory.h"
#include "runtime/replay/recorded_memory.h"
#include "runtime/shrink/given_texts.h"
#include "runtime/shrink/lifetimes.h"
#include "runtime/shrink/patch_causes.h"

namespace cutaway::rt {
namespace {

// What a learning test found out, shared with the server.
struct LearnedPatch {
  uint32_t is_useful;  // it changed something
  uint32_t cause;      // number of an incall + 1; 0: none
};
struct LearnedPatches {
  uint64_t is_learned;
  LearnedPatch patches[];
};
LearnedPatches* g_learned;
uint64_t g_learned_bytes;  // of `patches`

// Of the whole, a patch is there that does something and whose cause is there.
bool is_there(uint64_t number, const KeptSet& incalls) {
  if (g_learned->is_learned == 0) return true;
  const LearnedPatch& patch = g_learned->patches[number];
  return patch.is_useful != 0 && (patch.cause == 0 || incalls.has(patch.cause - 1));
}

// A thread of the recording while the stream is copied.
struct Track {
  uint32_t open;     // crossings that are in the reduced stream
  uint32_t dropped;  // crossings open in and within the incall that is left out; 0: none is
};

class Reducer {
 public:
  Reducer(const KeptSet& incalls, const KeptSet& patches)
      : incalls_(incalls),
        patches_(patches),
        tracks_(own_allocate_array<Track>(k_max_threads)),
        begin_(own_allocate_array<uint64_t>(g_stream.end - g_stream.begin + 1)),
        to_(begin_),
        waiting_(own_allocate_array<const uint64_t*>(g_stream.end - g_stream.begin + 1)) {}

  void run() {
    start_moving_texts();
    for (const uint64_t* at = g_stream.begin; at < g_stream.end; at += 1 + event_words(*at)) {
      const uint64_t* const place = to_;
      take({at});
      move_lifetimes(at, place, to_ != place);
      if (to_ != place && Event{at}.kind() == k_event_outcall)
        move_given_texts(static_cast<uint64_t>(at - g_stream.begin),
                         static_cast<uint64_t>(place - begin_));
    }
    move_lifetimes(g_stream.end, to_, false);
    *to_ = 0;
    g_stream.begin = begin_;
    g_stream.end = to_;
    g_stream.cursor = begin_;
    g_stream.verify = false;
    g_stream.skip_tables();
  }

 private:
  void copy(Event event) {
    const uint64_t words = 1ull + event.payload_words();
    memcpy(to_, event.words, words * 8);
    to_ += words;
  }

  void copy_start_of_segment(Event event) {
    copy(event);
    for (uint64_t i = 0; i < waiting_count_; i++)
      if (waiting_[i] != nullptr) copy({waiting_[i]});
    waiting_count_ = 0;
  }

  void take_incall(Event event) {
    const bool is_kept = incalls_.has(incall_count_++);
    const Event place = inside_sp_;
    inside_sp_ = {nullptr};
    if (track_->dropped != 0 || !is_kept) {
      track_->dropped++;
      return;
    }
    if (place.words != nullptr) copy(place);
    copy_start_of_segment(event);
    track_->open++;
  }

  // A crossing ends. True: it is one of the reduced stream.
  bool take_end() {
    if (track_->dropped != 0) {
      track_->dropped--;
      return false;
    }
    track_->open--;
    return true;
  }

  // A longjmp left all crossings but the first `left`.
  void take_jump(Event event) {
    const uint32_t left = event.ident();
    if (track_->dropped != 0 && left > track_->open) {
      track_->dropped = left - track_->open;
      return;
    }
    const bool was_dropped = track_->dropped != 0;
    track_->dropped = 0;
    if (was_dropped && left == track_->open) return;
    track_->open = left;
    if (event.kind() == k_event_landed) return copy_start_of_segment(event);
    copy(event);
  }

  void take_patch(Event event) {
    const uint64_t number = patch_count_++;
    if (patches_.has(number) && is_there(number, incalls_)) take_write(event);
  }

  void take_write(Event event) {
    if (track_->dropped == 0) return copy(event);
    if (event.kind() == k_event_fresh) forget_older_fresh(event);
    waiting_[waiting_count_++] = event.words;
  }

  // Of what waits, memory that becomes fresh twice needs to be so only the last time.
  void forget_older_fresh(Event event) {
    uint64_t& place = fresh_[event.payload()[0] / 16 % k_fresh_places];
    const uint64_t* older = place < waiting_count_ ? waiting_[place] : nullptr;
    const bool is_same = older != nullptr && Event{older}.kind() == k_event_fresh &&
                         Event{older}.payload()[0] == event.payload()[0] &&
                         Event{older}.ident() <= event.ident();
    if (is_same) waiting_[place] = nullptr;
    place = waiting_count_;
  }

  void take(Event event) {
    switch (event.kind()) {
      case k_event_module:
      case k_event_function:
      case k_event_site:
      case k_event_failure:
      case k_event_exit:
      case k_event_truncated:
        return copy(event);
      case k_event_thread:
        track_ = &tracks_[event.ident() % k_max_threads];
        return copy(event);
      case k_event_inside_sp:
        inside_sp_ = event;
        return;
      case k_event_incall:
        return take_incall(event);
      case k_event_incall_return:
      case k_event_incall_throw:
        if (take_end()) copy(event);
        return;
      case k_event_outcall:
        if (track_->dropped != 0) {
          track_->dropped++;
        } else {
          track_->open++;
          copy(event);
        }
        return;
      case k_event_outcall_return:
      case k_event_outcall_throw:
        if (take_end()) copy_start_of_segment(event);
        return;
      case k_event_landed:
      case k_event_abandon:
        return take_jump(event);
      case k_event_patch:
      case k_event_patch_word:
      case k_event_patch_runs:
        return take_patch(event);
      case k_event_fresh:
        return take_write(event);
      case k_event_checksum:
        return;
      case k_event_value:
        if (track_->dropped == 0) copy_start_of_segment(event);
        return;
      default:  // break, yield, throwing
        if (track_->dropped == 0) copy(event);
    }
  }

  const KeptSet incalls_, patches_;
  Track* tracks_;
  Track* track_ = tracks_;
  uint64_t* begin_;
  uint64_t* to_;
  const uint64_t** waiting_;  // what the outside wrote for what is left out
  uint64_t waiting_count_ = 0;
  static constexpr uint64_t k_fresh_places = 4096;
  uint64_t* fresh_ = own_allocate_array<uint64_t>(k_fresh_places);  // where one waits, by address
  uint64_t incall_count_ = 0;
  uint64_t patch_count_ = 0;
  Event inside_sp_{nullptr};
};

}  // namespace

bool prepare_patches() {
  uint64_t count = 0;
  for (const uint64_t* at = g_stream.begin; at < g_stream.end; at += 1 + event_words(*at))
    count += Event{at}.is_patch() ? 1 : 0;
  g_learned_bytes = count * sizeof(LearnedPatch);
  g_learned =
      static_cast<LearnedPatches*>(sys_map(0, sizeof(LearnedPatches) + g_learned_bytes,
                                           PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS));
  return g_learned != nullptr;
}

bool learn_patch(Event event, uint64_t address, const void* bytes, uint64_t size) {
  static const uint64_t* at = g_stream.begin;  // patches come in the order of the stream
  static uint64_t number = 0;
  for (; at < event.words; at += 1 + event_words(*at)) number += Event{at}.is_patch() ? 1 : 0;
  g_learned->is_learned = 1;
  LearnedPatch& patch = g_learned->patches[number];
  const bool is_shadow = is_asan_shadow(address) && has_asan();
  if (is_shadow) address = relocate_asan_shadow(address);
  const bool is_mapped =
      is_shadow || g_modules.images.holds(address) || ensure_mapped(address, size);
  const bool is_useful =
      !is_mapped || memcmp(reinterpret_cast<const void*>(address), bytes, size) != 0;
  if (is_useful) patch.is_useful = 1;
  if (is_useful && patch.cause == 0) patch.cause = find_cause(address);
  return is_useful;
}

void forget_patches() {
  if (g_learned->is_learned != 0) memset(g_learned->patches, 0, g_learned_bytes);
  g_learned->is_learned = 0;
}

bool are_patches_learned() { return g_learned->is_learned != 0; }

void reduce_stream(const KeptSet& incalls, const KeptSet& patches) {
  Reducer(incalls, patches).run();
}

}  // namespace cutaway::rt
