// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "testgen/constants.h"

#include <algorithm>
#include <set>

namespace cutaway {
namespace {

constexpr size_t k_longest = 4096;

}  // namespace

const ElfImage* Constants::image_of(ModuleId id) {
  auto [entry, is_new] = images_.try_emplace(id);
  for (const Module& module : script_.modules) {
    if (!is_new || module.id != id) continue;
    auto image = ElfImage::open(module.path);
    if (image && image->build_id() == module.build_id) entry->second.emplace(std::move(*image));
  }
  return entry->second ? &*entry->second : nullptr;
}

const RecordedImage* Constants::content_of(ModuleId id) {
  auto [entry, is_new] = contents_.try_emplace(id);
  if (is_new && image_of(id) != nullptr) {
    auto module = std::ranges::find(script_.modules, id, &Module::id);
    auto content = read_recorded_image(module->path);
    if (content) entry->second.emplace(std::move(*content));
  }
  return entry->second ? &*entry->second : nullptr;
}

std::vector<OutsideWrite> Constants::variable(uint64_t address, uint64_t most) {
  std::vector<OutsideWrite> writes;
  EncodedAddress encoded = {address};
  const RecordedImage* content = encoded.is_image() ? content_of(encoded.module()) : nullptr;
  if (content == nullptr) return writes;
  uint64_t offset = encoded.offset(), end = 0;
  for (const ElfSymbol& symbol : content->symbols)
    if (!symbol.is_function && symbol.offset <= offset && offset < symbol.offset + symbol.size)
      end = std::max(end, symbol.offset + symbol.size);
  end = std::min(end, offset + most);
  std::set<uint64_t> pointers;
  for (const auto& [at, target] : content->pointers) {
    if (at < offset || at >= end) continue;
    writes.push_back({address + (at - offset), {}, address - offset + target});
    for (uint64_t i = 0; i < sizeof(uint64_t); ++i) pointers.insert(at + i);
  }
  for (const RecordedImage::Piece& piece : content->pieces) {
    for (uint64_t at = std::max(offset, piece.offset);
         at < std::min(end, piece.offset + piece.bytes.size()); ++at) {
      uint8_t byte = piece.bytes[at - piece.offset];
      if (byte != 0 && !pointers.contains(at))
        writes.push_back({address + (at - offset), {byte}, {}});
    }
  }
  return writes;
}

std::string Constants::text(uint64_t address) {
  std::string literal = script_.symbols.find_literal({address});
  EncodedAddress encoded = {address};
  if (!literal.empty() || !encoded.is_image()) return literal;
  const ElfImage* image = image_of(encoded.module());
  std::string bytes = image == nullptr ? "" : image->read_constants(encoded.offset(), k_longest);
  size_t length = bytes.find('\0');
  return length == std::string::npos ? "" : bytes.substr(0, length);
}

}  // namespace cutaway
