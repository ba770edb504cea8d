// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "debug/calls.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <unordered_map>

#include "base/text.h"
#include "recording/describe.h"
#include "recording/recording_reader.h"
#include "shrink/contents.h"

namespace cutaway {
namespace {

constexpr uint64_t k_lowest_object = 1 << 16;
constexpr size_t k_most_text = 60;

// What the outside wrote.
class OutsideMemory {
 public:
  void take(const Event& event) {
    if (const auto* patch = std::get_if<PatchEvent>(&event)) {
      write(patch->address.word, patch->bytes);
    } else if (const auto* runs = std::get_if<PatchRunsEvent>(&event)) {
      runs->for_each_run([&](uint64_t offset, std::span<const uint8_t> run) {
        write(runs->address.word + offset, run);
      });
    } else if (const auto* fresh = std::get_if<FreshEvent>(&event)) {
      for (uint64_t i = 0; i < fresh->size; ++i) bytes_.erase(fresh->address.word + i);
    }
  }

  // Characters up to a zero byte, or `count` of them. Nothing: it is no text.
  std::optional<std::string> text_at(uint64_t address, std::optional<uint64_t> count = {}) const {
    std::string text;
    for (uint64_t i = 0; !count || i < *count; ++i) {
      auto byte = bytes_.find(address + i);
      bool is_end = byte != bytes_.end() && byte->second == 0 && !count;
      if (is_end) return text;
      if (byte == bytes_.end() || !is_printable(byte->second)) return std::nullopt;
      text += static_cast<char>(byte->second);
      if (text.size() > k_most_text) return text;
    }
    return text;
  }

  std::optional<uint64_t> word_at(uint64_t address) const {
    uint64_t word = 0;
    bool is_any = false;
    for (uint64_t i = 0; i < 8; ++i) {
      auto byte = bytes_.find(address + i);
      if (byte == bytes_.end()) continue;  // zero as long as nobody writes
      is_any = true;
      word |= uint64_t{byte->second} << 8 * i;
    }
    return is_any ? std::optional(word) : std::nullopt;
  }

 private:
  void write(uint64_t address, std::span<const uint8_t> bytes) {
    for (uint8_t byte : bytes) bytes_[address++] = byte;
  }

  std::unordered_map<uint64_t, uint8_t> bytes_;
};

// "text" with what does not fit cut off.
std::string quote(const std::string& text) {
  std::string quoted = "\"";
  for (char c : text.substr(0, k_most_text)) {
    if (c == '\n') quoted += "\\n";
    else if (c == '\t') quoted += "\\t";
    else if (c == '\r') quoted += "\\r";
    else if (c == '"' || c == '\\') quoted += std::string("\\") + c;
    else quoted += c;
  }
  return quoted + (text.size() > k_most_text ? "\"..." : "\"");
}

class CallNames {
 public:
  Call describe(const Code& code, const Values& arguments, const Describer& describer,
                const OutsideMemory& memory) {
    std::vector<std::string> parts;
    size_t at = 0;
    for (const Leaf& leaf : code.signature.arguments) {
      if (at + leaf.slots() > arguments.size()) break;
      auto slots = arguments.slots.subspan(at, leaf.slots());
      bool is_marked = arguments.is_marked(at);
      std::string value =
          leaf.kind == LeafKind::Pointer && !is_marked && slots[0] >= k_lowest_object
              ? object_name(slots[0]) + text_of(leaf, slots[0], memory)
              : describer.value(leaf, slots, is_marked);
      parts.push_back(leaf.name.empty() ? value : leaf.name + " = " + value);
      at += std::max<uint32_t>(1, leaf.slots());
    }
    return {fmt::format("{}({})", short_name(code.signature.name), join(parts, ", ")),
            place_of(code.signature), 0};
  }

 private:
  std::string object_name(uint64_t address) {
    auto [entry, is_new] = objects_.try_emplace(address, objects_.size() + 1);
    return fmt::format("o{}", entry->second);
  }

  // ` "text"` of a C string, std::string or std::string_view that the outside made; empty: it is
  // none.
  static std::string text_of(const Leaf& leaf, uint64_t address, const OutsideMemory& memory) {
    bool is_characters = leaf.type.find("char") != std::string::npos && !is_string(leaf);
    std::optional<std::string> text;
    if (is_characters) text = memory.text_at(address);
    if (is_string(leaf)) {
      auto start = memory.word_at(address);
      auto size = memory.word_at(address + 8);
      if (start && size) text = memory.text_at(*start, *size);
    }
    return text ? " " + quote(*text) : "";
  }
  // "const string &"; the debug information has no namespaces.
  static bool is_string(const Leaf& leaf) {
    std::string_view type = leaf.type;
    if (type.starts_with("const ")) type.remove_prefix(sizeof("const ") - 1);
    return type.starts_with("string ") || type.starts_with("basic_string<char,");
  }

  std::map<uint64_t, size_t> objects_;
};

// An incall whose patches are still to come: they tell what its pointers point to.
struct OpenCall {
  const Code* code;
  std::vector<uint64_t> marks, slots;
  uint32_t depth;
};

uint32_t depth_of(const StreamValidator& state) {
  uint32_t count = 0;
  for (const OpenCrossing& crossing : state.open_crossings()) count += crossing.is_incall ? 1 : 0;
  return count != 0 ? count - 1 : 0;  // without itself
}

}  // namespace

Result<std::vector<Call>> list_calls(const std::string& recording) {
  CUTAWAY_ASSIGN(RecordingReader reader, RecordingReader::open(recording));
  std::vector<Call> calls;
  CallNames names;
  OutsideMemory memory;
  std::optional<OpenCall> open;
  const StreamTables& tables = reader.state().tables();
  while (true) {
    CUTAWAY_ASSIGN(std::optional<Event> event, reader.next());
    if (event && is_write(*event)) {
      memory.take(*event);
      continue;
    }
    if (open) {
      calls.push_back(names.describe(*open->code, {open->marks, open->slots},
                                     Describer(tables, reader.symbols()), memory));
      calls.back().depth = open->depth;
      open.reset();
    }
    if (!event) return calls;
    const auto* incall = std::get_if<IncallEvent>(&*event);
    const Code* code = incall != nullptr ? tables.find(incall->function) : nullptr;
    if (code == nullptr) continue;
    const Values& arguments = incall->arguments;
    open = {code,
            {arguments.marks.begin(), arguments.marks.end()},
            {arguments.slots.begin(), arguments.slots.end()},
            depth_of(reader.state())};
  }
}

}  // namespace cutaway
