// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/raw_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "recording/event.h"

namespace cutaway {
namespace {

uint64_t read_word(std::span<const std::byte> bytes, size_t length) {
  uint64_t word = 0;
  std::memcpy(&word, bytes.data(), length);
  return word;
}

Error cut_off() { return user_fault("", "raw event goes beyond the end of the log"); }

// The number of `length` bytes at `*at`, which is moved behind it.
Result<uint64_t> read_number(std::span<const std::byte> bytes, size_t* at, size_t length) {
  if (length > sizeof(uint64_t)) return user_fault("", "raw number is too long");
  if (length > bytes.size() - *at) return cut_off();
  uint64_t number = read_word(bytes.subspan(*at), length);
  *at += length;
  return number;
}

// Applies the slots at `at`, their lengths first, to the values. Returns what is behind them.
Result<size_t> read_slots(std::span<const std::byte> bytes, size_t at, std::span<uint64_t> values) {
  size_t lengths_bytes = raw_lengths_bytes(values.size());
  if (lengths_bytes > bytes.size() - at) return cut_off();
  uint64_t lengths = read_word(bytes.subspan(at), lengths_bytes);
  at += lengths_bytes;
  for (uint64_t& value : values) {
    CUTAWAY_ASSIGN(uint64_t changed, read_number(bytes, &at, lengths & 0xf));
    value ^= changed;
    lengths >>= 4;
  }
  return at;
}

}  // namespace

Result<size_t> RawEvents::expand(Bytes bytes, std::vector<uint64_t>* words) {
  words->clear();
  words_ = words;
  size_t skipped = 0;
  while (skipped < bytes.size() && bytes[skipped] == std::byte{k_raw_filler}) ++skipped;
  Bytes rest = bytes.subspan(skipped);
  if (rest.empty() || rest[0] == std::byte{0}) return skipped;
  auto kind = std::to_integer<uint32_t>(rest[0]);
  Result<size_t> used = kind < k_raw_filler        ? copy_long(rest)
                        : kind == k_raw_image_word ? expand_image_word(rest)
                        : kind >= k_raw_patch      ? expand_patch(rest)
                                                   : expand_crossing(rest);
  if (!used) return used;
  return skipped + *used;
}

Status RawEvents::expand_waiting(const CutawayRawHeader& header, std::vector<uint64_t>* words) {
  words->clear();
  words_ = words;
  if (header.waiting == 0) return Ok{};
  if (header.waiting > functions_.size() ||
      functions_[header.waiting - 1].arg_slots > k_raw_max_slots) {
    return user_fault("", "the header of the raw log is damaged");
  }
  std::span<const uint64_t> slots(header.waiting_slots);
  add_values(k_event_incall, static_cast<uint32_t>(header.waiting),
             slots.first(functions_[header.waiting - 1].arg_slots));
  return Ok{};
}

Result<size_t> RawEvents::copy_long(Bytes bytes) {
  if (bytes.size() < sizeof(uint64_t)) return cut_off();
  uint64_t head = read_word(bytes, sizeof head);
  // measure_event looks only at word 0 and at the number of words that are there.
  size_t length = size_t{event_words(head)} + 1;
  if (length <= bytes.size() / sizeof(uint64_t)) {
    words_->resize(length);
    std::memcpy(words_->data(), bytes.data(), length * sizeof(uint64_t));
  } else {
    words_->assign(1, head);
  }
  CUTAWAY_ASSIGN(size_t measured, measure_event(*words_));
  note_table(*words_);
  return measured * sizeof(uint64_t);
}

// Events that define what later short ones need. Nonsense in them is found by who decodes them.
void RawEvents::note_table(std::span<const uint64_t> event) {
  uint32_t kind = event_kind(event[0]);
  if (kind == k_event_module && event.size() > 2) {
    uint64_t base = event[1];
    uint64_t end = event[2];
    auto at = images_.lower_bound(base);
    if (at != images_.begin() && std::prev(at)->second.end > base) --at;
    while (at != images_.end() && at->first < end) at = images_.erase(at);
    if (base < end) images_[base] = {end, event_ident(event[0])};
  }
  if ((kind != k_event_function && kind != k_event_site) || event.size() <= 3) return;
  bool is_site = kind == k_event_site;
  Code code;
  code.arg_slots = static_cast<uint16_t>(event[3]) + (is_site ? 1 : 0);
  code.ret_slots = static_cast<uint16_t>(event[3] >> 16);
  (is_site ? sites_ : functions_).push_back(code);
}

uint64_t RawEvents::encode(uint64_t address) const {
  auto at = images_.upper_bound(address);
  if (at == images_.begin()) return address;
  --at;
  if (address >= at->second.end) return address;
  return at->second.ident << k_module_bits | (address - at->first);
}

void RawEvents::add_values(uint32_t kind, uint32_t ident, std::span<const uint64_t> slots) {
  words_->push_back(event_word(kind, slots.size() + mark_words(slots.size()), ident));
  size_t marks = words_->size();
  words_->insert(words_->end(), mark_words(slots.size()), 0);
  for (size_t i = 0; i < slots.size(); ++i) {
    uint64_t word = encode(slots[i]);
    if (word != slots[i]) (*words_)[marks] |= uint64_t{1} << i;
    words_->push_back(word);
  }
}

Result<size_t> RawEvents::expand_crossing(Bytes bytes) {
  if (bytes.size() < sizeof(uint16_t)) return cut_off();
  uint64_t head = read_word(bytes, sizeof(uint16_t));
  uint32_t kind = head & 0xf0;
  uint32_t ident = raw_head_ident(static_cast<uint32_t>(head));
  if (kind == k_raw_filler)
    return user_fault("", fmt::format("unknown raw event kind {}", head & 0xff));
  size_t at = raw_head_bytes(ident);
  if (at > bytes.size()) return cut_off();
  if (ident == k_raw_far_ident) ident = static_cast<uint32_t>(read_word(bytes.subspan(2), 3));
  bool is_incall = kind == k_raw_incall || kind == k_raw_incall_return || kind == k_raw_returned;
  auto& codes = is_incall ? functions_ : sites_;
  if (ident == 0 || ident > codes.size()) {
    return user_fault("", fmt::format("raw event of {} {}, which is not defined",
                                      is_incall ? "function" : "site", ident));
  }
  Code& code = codes[ident - 1];
  if (code.arg_slots + code.ret_slots > k_raw_max_slots) {
    return user_fault("", "raw event with too many slots");
  }
  bool is_return = kind == k_raw_incall_return || kind == k_raw_outcall_return;
  bool has_results = is_return || kind == k_raw_answered || kind == k_raw_returned;
  size_t first = is_return ? code.arg_slots : 0;
  size_t last = has_results ? code.arg_slots + code.ret_slots : code.arg_slots;
  CUTAWAY_ASSIGN(at, read_slots(bytes, at, std::span(code.last).subspan(first, last - first)));
  std::span<const uint64_t> values(code.last);
  if (!is_return) {
    add_values(is_incall ? k_event_incall : k_event_outcall, ident, values.first(code.arg_slots));
  }
  if (has_results) {
    add_values(is_incall ? k_event_incall_return : k_event_outcall_return, ident,
               values.subspan(code.arg_slots, code.ret_slots));
  }
  return at;
}

Result<size_t> RawEvents::expand_patch(Bytes bytes) {
  if (bytes.size() < 2) return cut_off();
  auto size = std::to_integer<size_t>(bytes[1]);
  size_t at = 2;
  CUTAWAY_ASSIGN(uint64_t distance,
                 read_number(bytes, &at, std::to_integer<size_t>(bytes[0]) & 0xf));
  if (size > bytes.size() - at) return cut_off();
  uint64_t address = patch_end_ + from_zigzag(distance);
  patch_end_ = address + size;
  size_t words = (size + 7) / 8;
  words_->push_back(event_word(k_event_patch, words + 1, static_cast<uint32_t>(size)));
  words_->push_back(encode(address));
  words_->resize(words_->size() + words, 0);
  std::memcpy(words_->data() + 2, bytes.data() + at, size);
  return at + size;
}

Result<size_t> RawEvents::expand_image_word(Bytes bytes) {
  if (bytes.size() < 2) return cut_off();
  auto lengths = std::to_integer<size_t>(bytes[1]);
  size_t at = 2;
  CUTAWAY_ASSIGN(uint64_t distance, read_number(bytes, &at, lengths & 0xf));
  CUTAWAY_ASSIGN(uint64_t difference, read_number(bytes, &at, lengths >> 4));
  uint64_t address = patch_end_ + from_zigzag(distance);
  patch_end_ = address + sizeof(uint64_t);
  image_word_ += from_zigzag(difference);
  words_->push_back(event_word(k_event_patch_word, 2, 0));
  words_->push_back(encode(address));
  words_->push_back(encode(image_word_));
  return at;
}

}  // namespace cutaway
