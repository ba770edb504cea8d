// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shrink/origins.h"

#include <algorithm>
#include <map>
#include <set>

#include "abi/weave.h"
#include "recording/recording_reader.h"
#include "shrink/open_incalls.h"

namespace cutaway {
namespace {

class OriginFinder {
 public:
  explicit OriginFinder(const Elements& kept) : kept_(kept) {}

  void take(const Event& event, const StreamValidator& state) {
    const StreamTables& tables = state.tables();
    ThreadId thread = state.thread();
    if (const auto* incall = std::get_if<IncallEvent>(&event)) {
      uint32_t number = open_.begin(thread);
      if (const Code* code = tables.find(incall->function); code && is_kept(number))
        look_for_origins(*code, incall->arguments);
    } else if (const auto* returned = std::get_if<IncallReturnEvent>(&event)) {
      if (const Code* code = tables.find(returned->function); code && !open_.of(thread).empty())
        note_result(*code, returned->results, open_.of(thread).back());
    } else if (const auto* outcall = std::get_if<OutcallEvent>(&event)) {
      if (const Code* code = tables.find(outcall->site)) note_outcall(*code, *outcall, thread);
    } else if (const auto* answer = std::get_if<OutcallReturnEvent>(&event)) {
      const Code* code = tables.find(answer->site);
      bool is_ours = !open_.of(thread).empty() && is_kept(open_.of(thread).back());
      if (code && is_ours && (code->flags & k_site_allocator) != 0 && answer->results.size() != 0)
        blocks_[answer->results.slots[0]] = asked_[thread];
    }
    open_.settle(event, state);
  }

  Elements found() const { return {found_.begin(), found_.end()}; }

 private:
  bool is_kept(uint32_t incall) const { return std::ranges::binary_search(kept_, incall); }

  bool is_in_block(uint64_t address) const {
    auto block = blocks_.upper_bound(address);
    if (block == blocks_.begin()) return false;
    --block;
    return address - block->first < block->second;
  }

  // What an allocator is asked for, and what is given back.
  void note_outcall(const Code& code, const OutcallEvent& outcall, ThreadId thread) {
    std::span<const uint64_t> arguments = outcall.callee_and_arguments.slots.subspan(1);
    if (arguments.empty()) return;
    const std::string& name = code.signature.name;
    if ((code.flags & k_site_allocator) != 0)
      asked_[thread] = arguments.back() * (name == "calloc" ? arguments[0] : 1);
    else if (name == "free" || name.starts_with("_Zd")) blocks_.erase(arguments[0]);
  }

  void note_result(const Code& code, const Values& results, uint32_t incall) {
    bool is_pointer = code.signature.results.size() == 1 && results.size() == 1 &&
                      code.signature.results[0].kind == LeafKind::Pointer && !results.is_marked(0);
    if (!is_pointer) return;
    if (is_kept(incall)) has_origin_.insert(results.slots[0]);
    else returned_[results.slots[0]] = incall;
  }

  void look_for_origins(const Code& code, const Values& arguments) {
    size_t slot = 0;
    for (const Leaf& leaf : code.signature.arguments) {
      if (slot >= arguments.size()) return;
      uint64_t word = arguments.slots[slot];
      bool is_pointer = leaf.kind == LeafKind::Pointer && !arguments.is_marked(slot);
      slot += std::max<uint32_t>(1, leaf.slots());
      if (!is_pointer || !is_in_block(word) || has_origin_.contains(word)) continue;
      auto origin = returned_.find(word);
      if (origin == returned_.end()) continue;
      found_.insert(origin->second);
      has_origin_.insert(word);
    }
  }

  const Elements& kept_;
  OpenIncalls open_;
  std::map<ThreadId, uint64_t> asked_;
  std::map<uint64_t, uint64_t> blocks_;    // of kept calls: size by address
  std::map<uint64_t, uint32_t> returned_;  // by which other call last
  std::set<uint64_t> has_origin_;          // pointers
  std::set<uint32_t> found_;
};

}  // namespace

Result<Elements> find_origins(const std::string& recording, const Elements& kept) {
  CUTAWAY_ASSIGN(RecordingReader reader, RecordingReader::open(recording));
  OriginFinder finder(kept);
  while (true) {
    CUTAWAY_ASSIGN(std::optional<Event> event, reader.next());
    if (!event) return finder.found();
    finder.take(*event, reader.state());
  }
}

}  // namespace cutaway
