// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "testgen/constants.h"

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
