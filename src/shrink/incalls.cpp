// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shrink/incalls.h"

#include <algorithm>

#include "recording/recording_reader.h"
#include "shrink/open_incalls.h"

namespace cutaway {
namespace {

// 0: no patch.
uint32_t patched_bytes(const Event& event) {
  if (const auto* patch = std::get_if<PatchEvent>(&event))
    return static_cast<uint32_t>(patch->bytes.size());
  if (std::holds_alternative<PatchWordEvent>(event)) return 8;
  uint32_t bytes = 0;
  if (const auto* patch = std::get_if<PatchRunsEvent>(&event))
    patch->for_each_run([&](uint64_t, std::span<const uint8_t> run) {
      bytes += static_cast<uint32_t>(run.size());
    });
  return bytes;
}

}  // namespace

Elements IncallTree::reachable(const Elements& kept) const {
  Elements result;
  for (uint32_t incall : kept) {
    uint32_t parent = parents[incall];
    // Callers come first.
    if (parent == k_none || std::ranges::binary_search(result, parent)) result.push_back(incall);
  }
  return result;
}

Elements IncallTree::possible(const Elements& kept) const {
  Elements result = reachable(kept);
  while (true) {
    Elements destroyers;
    std::ranges::set_difference(lives.destroyers(result), failing, std::back_inserter(destroyers));
    if (destroyers.empty()) return result;
    std::erase_if(result,
                  [&](uint32_t call) { return std::ranges::binary_search(destroyers, call); });
    result = reachable(result);
  }
}

Elements IncallTree::with_callers(const Elements& kept) const {
  std::vector<bool> is_kept(count());
  for (uint32_t incall : kept)
    for (; incall != k_none && !is_kept[incall]; incall = parents[incall]) is_kept[incall] = true;
  Elements result;
  for (uint32_t incall = 0; incall < count(); ++incall)
    if (is_kept[incall]) result.push_back(incall);
  return result;
}

Result<IncallTree> read_incalls(const std::string& recording) {
  CUTAWAY_ASSIGN(RecordingReader reader, RecordingReader::open(recording));
  IncallTree tree;
  OpenIncalls open;
  while (true) {
    CUTAWAY_ASSIGN(std::optional<Event> event, reader.next());
    if (!event) break;
    const StreamValidator& state = reader.state();
    if (const auto* incall = std::get_if<IncallEvent>(&*event)) {
      const auto& stack = open.of(state.thread());
      tree.parents.push_back(stack.empty() ? IncallTree::k_none : stack.back());
      tree.functions.push_back(incall->function);
      uint32_t number = open.begin(state.thread());
      if (const Code* code = state.tables().find(incall->function))
        tree.lives.take(number, *code, incall->arguments);
    } else if (uint32_t bytes = patched_bytes(*event)) {
      const auto& stack = open.of(state.thread());
      tree.patches.push_back({stack.empty() ? IncallTree::k_none : stack.back(), bytes});
    }
    open.settle(*event, state);
  }
  tree.modules = reader.state().tables().modules();
  return tree;
}

}  // namespace cutaway
