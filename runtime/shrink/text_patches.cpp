// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/shrink/text_patches.h"

#include <string.h>

#include "runtime/replay/module_map.h"
#include "runtime/replay/own_memory.h"
#include "runtime/replay/stream.h"
#include "runtime/replay/tables.h"
#include "runtime/shrink/read_numbers.h"

namespace cutaway::rt {
namespace {

constexpr uint64_t k_most_text = 4096;
constexpr uint64_t k_most_ends = 4;

// Holds calls that read a number, with their answers, until something else happens.
class Forwarder {
 public:
  explicit Forwarder(bool reads_numbers)
      : reads_numbers_(reads_numbers),
        begin_(own_allocate_array<uint64_t>(g_stream.end - g_stream.begin + 1)),
        to_(begin_),
        held_(own_allocate_array<const uint64_t*>(g_stream.end - g_stream.begin + 1)) {}

  StreamWords run() {
    for (const uint64_t* at = g_stream.begin; at < g_stream.end; at += 1 + event_words(*at))
      take({at});
    release();
    return {begin_, to_};
  }

 private:
  void take(Event event) {
    if (is_open_) {  // strtol() calls nobody
      is_open_ = false;
      if (event.kind() == k_event_outcall_return) return hold(event);
    }
    if (event.is_patch() && held_count_ != 0) return take_patch(event);
    if (event.kind() == k_event_outcall && is_number_reader(event)) return open(event);
    release();
    copy(event);
  }

  void take_patch(Event patch) {
    const uint64_t address = patch.payload()[0];
    const uint64_t size = patch.kind() == k_event_patch_word ? sizeof(char*) : patch.ident();
    for (uint64_t i = 0; i < end_count_; i++) {
      const bool is_within = address >= ends_[i] && address + size <= ends_[i] + sizeof(char*);
      if (is_within && reads_numbers_) return;
      if (ends_[i] < address + size && ends_[i] + sizeof(char*) > address) return hold(patch);
    }
    const bool is_text = patch.kind() != k_event_patch_word && address - text_ < k_most_text;
    return is_text ? copy(patch) : hold(patch);
  }

  void open(Event outcall) {
    const ReplaySite& site = g_tables.sites[outcall.ident()];
    const Values values = outcall.values(site.arg_slots + 1ull);
    const uint64_t text = g_modules.slot(values, 1);
    const uint64_t end = site.arg_slots > 1 ? g_modules.slot(values, 2) : 0;
    if (held_count_ != 0 && text - text_ >= k_most_text) release();
    if (held_count_ == 0) text_ = text;
    if (!add_end(end)) {
      release();
      text_ = text;
      add_end(end);
    }
    is_open_ = true;
    hold(outcall);
  }

  // Where the end of a number may be written. False: there are too many such places.
  bool add_end(uint64_t place) {
    for (uint64_t i = 0; i < end_count_; i++)
      if (ends_[i] == place) return true;
    if (end_count_ == k_most_ends) return false;
    ends_[end_count_++] = place;
    return true;
  }

  void hold(Event event) { held_[held_count_++] = event.words; }

  void copy(Event event) {
    const uint64_t words = 1ull + event.payload_words();
    memcpy(to_, event.words, words * 8);
    to_ += words;
  }

  void release() {
    for (uint64_t i = 0; i < held_count_; i++) copy({held_[i]});
    held_count_ = end_count_ = 0;
  }

  const bool reads_numbers_;
  uint64_t* begin_;
  uint64_t* to_;
  const uint64_t** held_;
  uint64_t held_count_ = 0;
  uint64_t text_ = 0;  // of the first call that is held
  uint64_t ends_[k_most_ends] = {};
  uint64_t end_count_ = 0;
  bool is_open_ = false;
};

}  // namespace

StreamWords bring_texts_forward(bool reads_numbers) { return Forwarder(reads_numbers).run(); }

}  // namespace cutaway::rt
