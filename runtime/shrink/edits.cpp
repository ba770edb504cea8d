// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/shrink/edits.h"

#include "runtime/replay/module_map.h"
#include "runtime/replay/own_memory.h"
#include "runtime/replay/stream.h"

namespace cutaway::rt {
namespace {

struct EditedRange {
  uint64_t address;  // encoded
  uint64_t size;
};
EditedRange* g_ranges;
uint64_t g_range_count;
bool g_has_edits;

// What word `word` of the payload of a patch writes. Of runs it is the whole patch: more than need
// be, which does no harm.
EditedRange range_of(Event patch, uint32_t word) {
  const uint64_t address = patch.payload()[0];
  if (patch.kind() == k_event_patch_runs) return {address, patch.ident()};
  return {address + (word - 1ull) * 8, 8};
}

void add_range(const EditedRange& range) {
  EditedRange* last = g_range_count != 0 ? &g_ranges[g_range_count - 1] : nullptr;
  if (last != nullptr && last->address + last->size == range.address) {
    last->size += range.size;
  } else if (g_ranges != nullptr) {
    g_ranges[g_range_count++] = range;
  }
}

// Edits of the events of one kind, while the stream is walked over.
class Editor {
 public:
  explicit Editor(const EditList& list) : next_(list.edits), end_(list.edits + list.count) {}

  bool is_done() const { return next_ == end_; }

  void take(Event event) {
    // The mapping is private, and this process is one test.
    auto* payload = const_cast<uint64_t*>(event.payload());
    for (; !is_done() && next_->number == number_; next_++) {
      if (next_->word >= event.payload_words()) continue;
      payload[next_->word] = next_->value;
      if (event.is_patch()) add_range(range_of(event, next_->word));
    }
    number_++;
  }

 private:
  const CutawayEdit* next_;
  const CutawayEdit* end_;
  uint64_t number_ = 0;
};

}  // namespace

void edit_stream(const EditList& incalls, const EditList& patches) {
  g_has_edits = incalls.count + patches.count != 0;
  g_ranges = own_allocate_array<EditedRange>(patches.count);
  Editor incall_editor(incalls), patch_editor(patches);
  for (const uint64_t* at = g_stream.begin; at < g_stream.end; at += 1 + event_words(*at)) {
    if (incall_editor.is_done() && patch_editor.is_done()) return;
    const Event event{at};
    if (event.kind() == k_event_incall) incall_editor.take(event);
    if (event.is_patch()) patch_editor.take(event);
  }
}

bool has_edits() { return g_has_edits; }

bool is_edited(uint64_t address, uint64_t size) {
  for (uint64_t i = 0; i < g_range_count; i++) {
    const uint64_t start = g_modules.decode(g_ranges[i].address);
    if (start < address + size && address < start + g_ranges[i].size) return true;
  }
  return false;
}

}  // namespace cutaway::rt
