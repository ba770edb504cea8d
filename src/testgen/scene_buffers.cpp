// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of the outside that holds several elements: how many, and the array that stands for it.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "testgen/literals.h"
#include "testgen/scene_writer.h"

namespace cutaway {
namespace {

constexpr uint64_t k_most_structs = 4096;
constexpr uint64_t k_most_elements = 1 << 16;  // that only a number tells of

}  // namespace

// Bytes to the next thing that a variable names or the call is given.
uint64_t SceneWriter::room_at(uint64_t address) const {
  uint64_t room = UINT64_MAX;
  if (!options_.is_regression) return room;
  auto next = given_.upper_bound(address);
  if (next != given_.end()) room = *next - address;
  for (const SceneObject& object : objects_)
    if (object.address > address) room = std::min(room, object.address - address);
  return room;
}

// Bytes to the next thing that a call is given by another parameter than `name`. Of memory without
// a type nothing else says where it ends: on a stack of the outside other variables follow.
uint64_t SceneWriter::untyped_room_at(uint64_t address, const std::string& name) const {
  uint64_t room = UINT64_MAX;
  for (const ScriptCall& call : script_.calls) {
    const auto& leaves = call.function.arguments;
    if (leaves.size() != call.arguments.size()) continue;
    for (size_t i = 0; i < leaves.size(); ++i) {
      bool is_next = call.arguments[i].value > address && leaves[i].name != name;
      if (is_next) room = std::min(room, call.arguments[i].value - address);
    }
  }
  return room;
}

// Where the block at `address` ends, if AddressSanitizer reports an access behind it; 0: it does
// not.
uint64_t SceneWriter::reported_end(uint64_t address) const {
  constexpr uint64_t k_longest = 1 << 16, k_near = 16;
  if (reported_ <= address || reported_ - address > k_longest) return 0;
  bool is_here = reported_ - address <= k_near || memory_.knows_any(reported_ - k_near, k_near);
  return is_here ? reported_ : 0;
}

// A block that has room for these items and no more, in memory of the kind that is reported.
std::string SceneWriter::declare_reported(const std::string& type, const std::string& own,
                                          const std::vector<std::string>& items) {
  const std::string& failure = script_.info.failure;
  bool is_stack = failure.find("stack-buffer") != std::string::npos;
  bool is_global = failure.find("global-buffer") != std::string::npos;
  std::string content = "{" + join(items, ", ") + "}";
  std::string text = fmt::format("{}{} {}[{}] = {};", is_global ? "static " : "", type, own,
                                 items.size(), content);
  bool is_heap = !is_stack && !is_global;
  if (is_heap) {
    spelling_.need_system("vector");
    text = fmt::format("std::vector<{}> {} = {};", type, own, content);
  }
  scene_.statements.push_back({text, "", false, true});
  return is_heap ? own + ".data()" : own;
}

// The largest number of the call that is given the address: it may be how much there is to read,
// though nothing of it was.
uint64_t SceneWriter::given_count(uint64_t address) const {
  if (call_ == nullptr) return 0;
  const auto& words = call_->arguments;
  if (std::ranges::find(words, address, &ScriptWord::value) == words.end()) return 0;
  uint64_t most = 0;
  for (const ScriptWord& word : words)
    if (!word.is_image && word.value <= k_most_elements) most = std::max(most, word.value);
  return most;
}

// What later calls find in memory that this one is only given, to keep a pointer to it, was there
// all the time: it is for reading.
void SceneWriter::learn_later(uint64_t address, uint64_t size) {
  auto learn = [&](const std::vector<OutsideWrite>& writes) {
    for (const OutsideWrite& write : writes) {
      for (uint64_t i = 0; i < write.bytes.size(); ++i) {
        uint64_t at = write.address + i;
        if (at - address < size && !memory_.knows(at)) memory_.write({at, {write.bytes[i]}, {}});
      }
    }
  };
  bool is_later = false;
  for (const ScriptCall& call : script_.calls) {
    if (is_later) {
      learn(call.writes);
      for_each_outcall(call, [&](const ScriptOutcall& outcall) { learn(outcall.writes); });
    }
    is_later = is_later || &call == call_;
  }
}

// Elements that follow each other, as far as the outside is known to have written them.
Result<std::string> SceneWriter::make_buffer(uint64_t address, const llvm::DIType* type,
                                             const std::string& name) {
  uint64_t element = std::max<uint64_t>(1, size_of(type));
  uint64_t given = given_count(address);
  if (is_const(type) && !options_.is_regression)
    learn_later(address,
                std::max(given * element, std::min(k_buffer_bytes, untyped_room_at(address, ""))));
  uint64_t count = 0;
  for (uint64_t i = 0; i < k_buffer_bytes; ++i)
    if (memory_.knows_any(address + i * element, element)) count = i + 1;
    else if (i > count + 64) break;
  count = std::min(count, room_at(address) / element);
  bool is_written_to = !is_const(type) && is_character_type(type);
  if (size_of(type) == 0 || is_written_to)
    count = std::min(count, untyped_room_at(address, name) / element);
  uint64_t end = reported_end(address);
  if (end - address >= element && end != 0) count = (end - address) / element;
  else end = 0;
  std::string own = new_name(name.empty() ? "buffer" : name);
  bool is_void = size_of(type) == 0;
  std::string spelled = "unsigned char";
  if (!is_void) {
    CUTAWAY_ASSIGN(spelled, spelling_.type(unqualified(type)));
  }
  std::vector<std::string> items;
  bool is_any = false;
  for (uint64_t i = 0; i < count; ++i) {
    std::string item = unsigned_literal(memory_.byte(address + i), 1);
    if (!is_void) {
      CUTAWAY_ASSIGN(item, value(type, address + i * element, true));
    }
    is_any = is_any || memory_.number(address + i * element, std::min<uint64_t>(8, element)) != 0;
    items.push_back(std::move(item));
  }
  if (end != 0) {
    std::string place = declare_reported(spelled, own, items);
    objects_.push_back({address, count * element, is_void ? nullptr : type, place, true});
    return "*" + place;
  }
  uint64_t size = std::max(count, is_const(type) ? count : k_buffer_bytes / element);
  size = std::max(size, given);
  std::string content = is_any ? "{" + join(items, ", ") + "}" : "{}";
  if (is_any && is_character_type(type)) {
    std::string all = memory_.bytes(address, count);
    std::string text = all.substr(0, all.find('\0'));
    bool ends = all.find_first_not_of('\0', text.size()) == std::string::npos;
    if (ends && is_text(text)) content = string_literal(text);
  }
  size = std::max(size, count + (content.starts_with("\"") ? 1 : 0));
  scene_.statements.push_back(
      {fmt::format("{} {}[{}] = {};", spelled, own, std::max<uint64_t>(1, size), content), "",
       false, true});
  // As far as it is known: what lies behind it may be another object.
  objects_.push_back(
      {address, std::max<uint64_t>(1, count) * element, is_void ? nullptr : type, own, true});
  return "*" + own;
}

// How many follow each other at `address`: as many as the call says by a number, if the last that
// is known is one of these; 1, if nothing says that there are several.
uint64_t SceneWriter::structs_at(uint64_t address, const llvm::DICompositeType* type) const {
  uint64_t size = size_of(type);
  if (call_ == nullptr || size == 0 || !library_name(type).empty() || !is_aggregate(type, types_))
    return 1;
  const auto& words = call_->arguments;
  bool is_given = std::ranges::find(words, address, &ScriptWord::value) != words.end();
  uint64_t most = 1;
  for (const ScriptWord& word : words) {
    bool is_count = !word.is_image && word.value > most && word.value <= k_most_structs;
    if (!is_given || !is_count) continue;
    uint64_t last = word.value - 1;
    while (last > 0 && !memory_.knows_any(address + last * size, size)) --last;
    if (last > 0) most = word.value;
  }
  return most;
}

Result<std::string> SceneWriter::make_structs(uint64_t address, const llvm::DICompositeType* type,
                                              uint64_t count, const std::string& name) {
  uint64_t size = size_of(type);
  std::string own = new_name(name);
  CUTAWAY_ASSIGN(std::string spelled, spelling_.type(type));
  std::vector<std::string> items;
  for (uint64_t i = 0; i < count; ++i) {
    CUTAWAY_ASSIGN(std::string item, value(type, address + i * size, true));
    items.push_back(std::move(item));
  }
  while (!items.empty() && items.back() == "{}") items.pop_back();
  scene_.statements.push_back(
      {fmt::format("{} {}[{}] = {{{}}};", spelled, own, count, join(items, ", ")), "", false,
       true});
  objects_.push_back({address, count * size, type, own, true});
  return "*" + own;
}

}  // namespace cutaway
