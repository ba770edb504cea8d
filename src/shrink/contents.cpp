// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shrink/contents.h"

#include <algorithm>
#include <unordered_set>

#include "recording/recording_reader.h"
#include "shrink/open_incalls.h"

namespace cutaway {
namespace {

constexpr uint32_t k_word_bytes = 8;

Payload payload_of(uint32_t number, std::span<const uint64_t> event) {
  return {number, {event.begin() + 1, event.end()}};
}

bool is_number(const Leaf& leaf) {
  return (leaf.kind == LeafKind::Integer && leaf.bytes >= 1 && leaf.bytes <= 8) ||
         (leaf.kind == LeafKind::Float && (leaf.bytes == 4 || leaf.bytes == 8));
}

// Slots of several words that an earlier call has returned at once: an object that goes on as it
// is.
using Results = std::vector<std::vector<uint64_t>>;

std::vector<bool> find_results(std::span<const uint64_t> slots, const Results& results) {
  std::vector<bool> is_result(slots.size());
  for (const std::vector<uint64_t>& result : results) {
    auto at = std::ranges::search(slots, result);
    if (!at.empty()) std::fill_n(is_result.begin() + (at.begin() - slots.begin()), at.size(), true);
  }
  return is_result;
}

void add_arguments(const Code& code, const IncallEvent& event, const Results& results,
                   PartContents* found) {
  std::vector<bool> is_result = find_results(event.arguments.slots, results);
  auto incall = static_cast<uint32_t>(found->contents.incalls.size() - 1);
  size_t slot = 0;
  for (const Leaf& leaf : code.signature.arguments) {
    if (slot + leaf.slots() > event.arguments.size()) return;
    auto word = static_cast<uint32_t>(event.arguments.marks.size() + slot);
    bool is_marked = leaf.slots() != 0 && event.arguments.is_marked(slot);
    bool is_free = leaf.slots() != 0 && !is_result[slot];
    if (is_number(leaf) && !is_marked && is_free) found->numbers.push_back({incall, word, leaf});
    if (leaf.kind == LeafKind::Pointer && !is_marked) found->pointers.push_back({incall, word});
    slot += std::max<uint32_t>(1, leaf.slots());
  }
}

// Bytes [offset, +count) of the payload go to `address`.
void add_bytes(uint32_t offset, size_t count, uint64_t address, bool is_image_address,
               PartContents* found) {
  auto patch = static_cast<uint32_t>(found->contents.patches.size() - 1);
  for (uint32_t i = 0; i < count; ++i)
    found->bytes.push_back({patch, offset + i, address + i, is_image_address});
}

void add_patch(const Event& event, PartContents* found) {
  if (const auto* patch = std::get_if<PatchEvent>(&event)) {
    add_bytes(k_word_bytes, patch->bytes.size(), patch->address.word, false, found);
  } else if (const auto* word = std::get_if<PatchWordEvent>(&event)) {
    add_bytes(k_word_bytes, k_word_bytes, word->address.word, true, found);
  } else if (const auto* runs = std::get_if<PatchRunsEvent>(&event)) {
    runs->for_each_run([&](uint64_t offset, std::span<const uint8_t> run) {
      auto at = static_cast<uint32_t>(k_word_bytes + (run.data() - runs->runs.data()));
      add_bytes(at, run.size(), runs->address.word + offset, false, found);
    });
  }
}

// Of a segment, which starts at `first`, the last write counts. Earlier ones are of calls that are
// no more.
void leave_out_overwritten(size_t first, std::vector<BytePlace>* bytes) {
  std::unordered_set<uint64_t> seen;
  auto begin = std::make_reverse_iterator(bytes->begin() + static_cast<ptrdiff_t>(first));
  auto left = std::remove_if(bytes->rbegin(), begin, [&](const BytePlace& byte) {
    return !seen.insert(byte.address).second;
  });
  bytes->erase(begin.base(), left.base());
}

void add_edits(const std::vector<Payload>& before, const std::vector<Payload>& after,
               std::vector<CutawayEdit>* edits) {
  for (size_t i = 0; i < before.size(); ++i) {
    const auto& words = after[i].words;
    for (uint32_t word = 0; word < words.size(); ++word)
      if (words[word] != before[i].words[word])
        edits->push_back({before[i].number, word, words[word]});
  }
}

}  // namespace

Result<PartContents> read_contents(const std::string& recording, const Elements& incalls,
                                   const Elements& patches) {
  CUTAWAY_ASSIGN(RecordingReader reader, RecordingReader::open(recording));
  PartContents found;
  OpenIncalls open;
  Results results;
  uint32_t patch_count = 0;
  size_t segment = 0;  // its first byte
  while (true) {
    CUTAWAY_ASSIGN(std::optional<Event> event, reader.next());
    if (!event || !is_patch(*event)) {
      leave_out_overwritten(segment, &found.bytes);
      segment = found.bytes.size();
    }
    if (!event) return found;
    if (const auto* incall = std::get_if<IncallEvent>(&*event)) {
      uint32_t number = open.begin(reader.state().thread());
      const Code* code = reader.state().tables().find(incall->function);
      if (code == nullptr || !std::ranges::binary_search(incalls, number)) continue;
      found.contents.incalls.push_back(payload_of(number, reader.words()));
      add_arguments(*code, *incall, results, &found);
    } else if (const auto* returned = std::get_if<IncallReturnEvent>(&*event)) {
      const auto& stack = open.of(reader.state().thread());
      bool is_kept = !stack.empty() && std::ranges::binary_search(incalls, stack.back());
      std::span<const uint64_t> slots = returned->results.slots;
      if (is_kept && slots.size() > 1 && std::ranges::any_of(slots, is_pointer_like))
        results.emplace_back(slots.begin(), slots.end());
    } else if (is_patch(*event)) {
      uint32_t number = patch_count++;
      if (!std::ranges::binary_search(patches, number)) continue;
      found.contents.patches.push_back(payload_of(number, reader.words()));
      add_patch(*event, &found);
    }
    open.settle(*event, reader.state());
  }
}

uint8_t byte_of(const Contents& contents, const BytePlace& place) {
  uint64_t word = contents.patches[place.patch].words[place.offset / k_word_bytes];
  return static_cast<uint8_t>(word >> place.offset % k_word_bytes * 8);
}

void set_byte(Contents* contents, const BytePlace& place, uint8_t value) {
  uint64_t& word = contents->patches[place.patch].words[place.offset / k_word_bytes];
  uint32_t shift = place.offset % k_word_bytes * 8;
  word = (word & ~(uint64_t{0xff} << shift)) | uint64_t{value} << shift;
}

bool is_printable(uint8_t byte) {
  return (byte >= 0x20 && byte < 0x7f) || byte == '\t' || byte == '\n' || byte == '\r';
}

bool is_pointer_like(uint64_t word) {
  constexpr uint64_t k_lowest = uint64_t{1} << 32, k_highest = uint64_t{1} << 47;
  constexpr uint64_t k_heap = 0x5555;
  if (word < k_lowest || word >= k_highest) return false;
  if (word >> 32 == k_heap) return true;
  for (uint32_t shift = 0; shift < 48; shift += 8)
    if (!is_printable(static_cast<uint8_t>(word >> shift))) return true;
  return false;
}

Edits edits_between(const Contents& before, const Contents& after) {
  Edits edits;
  add_edits(before.incalls, after.incalls, &edits.incalls);
  add_edits(before.patches, after.patches, &edits.patches);
  return edits;
}

}  // namespace cutaway
