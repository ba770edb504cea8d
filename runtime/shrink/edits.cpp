// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/shrink/edits.h"

#include "runtime/replay/stream.h"

namespace cutaway::rt {
namespace {

// Edits of the events of one kind, while the stream is walked over.
class Editor {
 public:
  explicit Editor(const EditList& list) : next_(list.edits), end_(list.edits + list.count) {}

  bool is_done() const { return next_ == end_; }

  void take(Event event) {
    // The mapping is private, and this process is one test.
    auto* payload = const_cast<uint64_t*>(event.payload());
    for (; !is_done() && next_->number == number_; next_++)
      if (next_->word < event.payload_words()) payload[next_->word] = next_->value;
    number_++;
  }

 private:
  const CutawayEdit* next_;
  const CutawayEdit* end_;
  uint64_t number_ = 0;
};

}  // namespace

void edit_stream(const EditList& incalls, const EditList& patches) {
  Editor incall_editor(incalls), patch_editor(patches);
  for (const uint64_t* at = g_stream.begin; at < g_stream.end; at += 1 + event_words(*at)) {
    if (incall_editor.is_done() && patch_editor.is_done()) return;
    const Event event{at};
    if (event.kind() == k_event_incall) incall_editor.take(event);
    if (event.is_patch()) patch_editor.take(event);
  }
}

}  // namespace cutaway::rt
