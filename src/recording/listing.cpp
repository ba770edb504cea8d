// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/listing.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace cutaway {
namespace {

// Of one segment; the rest is only counted.
constexpr size_t k_max_kept_patches = 4096;
constexpr size_t k_max_kept_bytes = 256;
constexpr size_t k_preview_bytes = 48;

std::string leaf_text(const ListedLeaf& leaf) {
  std::string text = leaf.name.empty() ? leaf.value : leaf.name + " = " + leaf.value;
  return leaf.preview.empty() ? text : text + " " + leaf.preview;
}

std::string leaves_text(const ListedCrossing& crossing) {
  std::vector<std::string> parts;
  for (const ListedLeaf& leaf : crossing.leaves) parts.push_back(leaf_text(leaf));
  return join(parts, ", ");
}

std::string sentence(const ListedCrossing& crossing) {
  const std::string& kind = crossing.kind;
  if (kind == "incall") return fmt::format("{}({})", crossing.name, leaves_text(crossing));
  if (kind == "outcall") return fmt::format("calls {}({})", crossing.name, leaves_text(crossing));
  if (kind == "incall_return" || kind == "outcall_return") {
    std::string results = leaves_text(crossing);
    return crossing.name + (results.empty() ? " returns" : " returns " + results);
  }
  if (kind == "incall_throw" || kind == "outcall_throw")
    return fmt::format("{} throws {}", crossing.name, crossing.note);
  if (kind == "value") return fmt::format("value {}", leaves_text(crossing));
  return crossing.note;
}

std::string patch_text(const ListedPatch& patch, const Describer& describer) {
  std::string where = describer.address({patch.address});
  if (!patch.target.empty()) return fmt::format("patch {}: {}", where, patch.target);
  std::string text = text_preview(patch.bytes, k_preview_bytes);
  if (text.empty())
    text = to_hex(std::span(patch.bytes).first(std::min<size_t>(patch.bytes.size(), 16)));
  return fmt::format("patch {}: {} byte{} {}", where, patch.size, patch.size == 1 ? "" : "s", text);
}

}  // namespace

struct Listing::Visitor {
  Listing& list;
  const StreamValidator& state;

  // Depth of the crossing itself: it is still open after its start, closed after its end.
  size_t depth_of_start() const { return state.open_crossings().size() - 1; }
  size_t depth_of_end() const { return state.open_crossings().size(); }

  ListedCrossing& start_function(const char* kind, FunctionId id, size_t depth) {
    const Signature& signature = state.tables().find(id)->signature;
    ListedCrossing& crossing = list.start(kind, depth);
    crossing.name = short_name(signature.name);
    crossing.linkage_name = signature.name;
    crossing.place = place_of(signature);
    return crossing;
  }

  ListedCrossing& start_site(const char* kind, SiteId id, size_t depth) {
    const Signature& signature = state.tables().find(id)->signature;
    ListedCrossing& crossing = list.start(kind, depth);
    crossing.name = signature.name.empty() ? "the call" : short_name(signature.name);
    crossing.linkage_name = signature.name;
    crossing.place = place_of(signature);
    return crossing;
  }

  void operator()(const IncallEvent& event) {
    start_function("incall", event.function, depth_of_start());
    list.add_leaves(state.tables().find(event.function)->signature.arguments, event.arguments, 0);
  }
  void operator()(const IncallReturnEvent& event) {
    start_function("incall_return", event.function, depth_of_end()).place.clear();
    list.add_leaves(state.tables().find(event.function)->signature.results, event.results, 0);
  }
  void operator()(const IncallThrowEvent& event) {
    start_function("incall_throw", event.function, depth_of_end()).note =
        type_name(event.thrown.type_name);
  }
  void operator()(const OutcallEvent& event) {
    const Code& site = *state.tables().find(event.site);
    const Values& values = event.callee_and_arguments;
    start_site("outcall", event.site, depth_of_start()).name =
        list.describer_.callee(site, values.slots[0], values.is_marked(0));
    list.add_leaves(site.signature.arguments, values, 1);
  }
  void operator()(const OutcallReturnEvent& event) {
    start_site("outcall_return", event.site, depth_of_end()).place.clear();
    list.add_leaves(state.tables().find(event.site)->signature.results, event.results, 0);
  }
  void operator()(const OutcallThrowEvent& event) {
    start_site("outcall_throw", event.site, depth_of_end()).note =
        type_name(event.thrown.type_name);
  }
  void operator()(const LandedEvent& event) {
    list.start("landed", depth_of_end()).note =
        fmt::format("setjmp returns again with {}", event.value);
  }
  void operator()(const AbandonEvent&) {
    list.start("abandon", depth_of_end()).note = "left by longjmp";
  }
  void operator()(const ValueEvent& event) {
    start_site("value", event.site, depth_of_end());
    list.add_leaves(state.tables().find(event.site)->signature.results, event.values, 0);
  }
  void operator()(const ThrowingEvent& event) {
    list.start("throwing", depth_of_end()).note = "throws " + type_name(event.thrown.type_name);
  }
  void operator()(const PatchEvent& event) { list.add_patch(event.address, event.bytes, {}); }
  void operator()(const PatchRunsEvent& event) {
    event.for_each_run([&](uint64_t offset, std::span<const uint8_t> bytes) {
      list.add_patch({event.address.word + offset}, bytes, {});
    });
  }
  void operator()(const PatchWordEvent& event) {
    list.add_patch(event.address, {}, list.describer_.address(event.target));
  }
  // Tables, threads, breaks and checksums have no line; ends are told by the caller.
  template <typename Other>
  void operator()(const Other&) {}
};

Listing::Listing(const RecordingReader& reader, Sink sink)
    : reader_(reader),
      describer_(reader.state().tables(), reader.symbols()),
      sink_(std::move(sink)) {}

void Listing::take(const Event& event) { std::visit(Visitor{*this, reader_.state()}, event); }

void Listing::finish() {
  if (!pending_) return;
  add_previews(&*pending_);
  sink_(*pending_);
  pending_.reset();
}

ListedCrossing& Listing::start(const char* kind, size_t depth) {
  finish();
  const StreamValidator& state = reader_.state();
  ListedCrossing& crossing = pending_.emplace();
  crossing.kind = kind;
  crossing.event = state.counts().events - 1;
  crossing.incall = state.counts().incalls;
  crossing.thread = to_number(state.thread());
  crossing.depth = depth;
  return crossing;
}

void Listing::add_leaves(const std::vector<Leaf>& leaves, const Values& values, size_t first_slot) {
  size_t at = first_slot;
  for (const Leaf& leaf : leaves) {
    ListedLeaf listed{leaf.name, leaf.type, {}, 0, {}};
    bool is_marked = leaf.slots() > 0 && values.is_marked(at);
    listed.value = describer_.value(leaf, values.slots.subspan(at, leaf.slots()), is_marked);
    if (leaf.kind == LeafKind::Pointer) listed.pointer = values.slots[at];
    pending_->leaves.push_back(std::move(listed));
    at += leaf.slots();
  }
}

void Listing::add_patch(EncodedAddress address, std::span<const uint8_t> bytes,
                        std::string target) {
  if (!pending_) return;
  size_t size = target.empty() ? bytes.size() : 8;
  pending_->patch_count++;
  pending_->patched_bytes += size;
  auto& patches = pending_->patches;
  // What the inside reads byte by byte, a text for instance, is one patch for people.
  bool continues = !patches.empty() && target.empty() && patches.back().target.empty() &&
                   patches.back().address + patches.back().size == address.word;
  size_t room = continues ? k_max_kept_bytes - patches.back().bytes.size() : k_max_kept_bytes;
  auto kept = bytes.first(std::min(bytes.size(), room));
  if (continues) {
    patches.back().size += size;
    patches.back().bytes.insert(patches.back().bytes.end(), kept.begin(), kept.end());
    pending_->patch_count--;
    return;
  }
  if (patches.size() == k_max_kept_patches) return;
  patches.push_back({address.word, size, {kept.begin(), kept.end()}, std::move(target)});
}

void Listing::add_previews(ListedCrossing* crossing) const {
  for (ListedLeaf& leaf : crossing->leaves) {
    if (leaf.pointer == 0) continue;
    for (const ListedPatch& patch : crossing->patches) {
      if (leaf.pointer - patch.address >= patch.bytes.size()) continue;
      leaf.preview = text_preview(std::span(patch.bytes).subspan(leaf.pointer - patch.address),
                                  k_preview_bytes);
      break;
    }
  }
}

std::string to_lines(const ListedCrossing& crossing, const Describer& describer,
                     bool shows_patches) {
  std::string margin(2 * std::min<size_t>(crossing.depth, 40), ' ');
  std::string label = crossing.kind == "incall" ? fmt::format("#{}", crossing.incall) : "";
  std::string line = fmt::format("{:>7}  {}{}", label, margin, sentence(crossing));
  if (!crossing.place.empty()) line += "  at " + crossing.place;
  if (crossing.patch_count > 0 && !shows_patches) {
    line +=
        fmt::format("  [{} patch{}, {}]", format_count(crossing.patch_count),
                    crossing.patch_count == 1 ? "" : "es", format_bytes(crossing.patched_bytes));
  }
  line += "\n";
  if (!shows_patches) return line;
  for (const ListedPatch& patch : crossing.patches) {
    line += fmt::format("{:>7}  {}  {}\n", "", margin, patch_text(patch, describer));
  }
  size_t unseen = crossing.patch_count - crossing.patches.size();
  if (unseen > 0)
    line += fmt::format("{:>7}  {}  and {} more patches\n", "", margin, format_count(unseen));
  return line;
}

Json to_json(const ListedCrossing& crossing, const Describer& describer) {
  Json json = {{"kind", crossing.kind},
               {"event", crossing.event},
               {"incall", crossing.incall},
               {"thread", crossing.thread},
               {"depth", crossing.depth}};
  if (!crossing.name.empty()) json["name"] = crossing.name;
  if (!crossing.linkage_name.empty()) json["linkage_name"] = crossing.linkage_name;
  if (!crossing.place.empty()) json["place"] = crossing.place;
  if (!crossing.note.empty()) json["note"] = crossing.note;
  Json values = Json::array();
  for (const ListedLeaf& leaf : crossing.leaves) {
    Json value = {{"name", leaf.name}, {"type", leaf.type}, {"value", leaf.value}};
    if (!leaf.preview.empty()) value["text"] = leaf.preview;
    values.push_back(std::move(value));
  }
  json["values"] = std::move(values);
  json["patch_count"] = crossing.patch_count;
  json["patched_bytes"] = crossing.patched_bytes;
  Json patches = Json::array();
  for (const ListedPatch& patch : crossing.patches) {
    Json item = {{"address", describer.address({patch.address})}, {"size", patch.size}};
    if (patch.target.empty()) item["bytes"] = to_hex(patch.bytes);
    if (!patch.target.empty()) item["target"] = patch.target;
    patches.push_back(std::move(item));
  }
  json["patches"] = std::move(patches);
  return json;
}

}  // namespace cutaway
