// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/describe.h"

#include <fmt/format.h>

#include <cctype>
#include <cstdio>
#include <cstring>

#include "base/file.h"
#include "base/text.h"

namespace cutaway {
namespace {

constexpr size_t k_shown_literal = 48;

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

template <typename T>
T read_as(std::span<const uint64_t> slots) {
  T value{};
  std::memcpy(&value, slots.data(), std::min(sizeof value, slots.size_bytes()));
  return value;
}

std::string hex_bytes(std::span<const uint64_t> slots, size_t bytes) {
  constexpr size_t k_shown = 32;
  std::span<const uint8_t> all(reinterpret_cast<const uint8_t*>(slots.data()),
                               std::min(bytes, slots.size_bytes()));
  std::string text = "{" + to_hex(all.first(std::min(k_shown, all.size())));
  return text + (all.size() > k_shown ? fmt::format("... {} bytes}}", all.size()) : "}");
}

std::string describe_small_integer(const Leaf& leaf, uint64_t raw) {
  if (leaf.type == "bool" || leaf.type == "_Bool")
    return raw == 0 ? "false" : raw == 1 ? "true" : std::to_string(raw);
  bool is_character = leaf.bytes == 1 && contains(leaf.type, "char");
  if (is_character && raw < 128 && std::isprint(static_cast<int>(raw)) != 0) {
    return fmt::format("{} '{}'", raw, static_cast<char>(raw));
  }
  if (is_unsigned(leaf.type)) return std::to_string(raw);
  int unused_bits = 64 - 8 * static_cast<int>(leaf.bytes);
  return std::to_string(static_cast<int64_t>(raw << unused_bits) >> unused_bits);
}

std::string describe_integer(const Leaf& leaf, std::span<const uint64_t> slots) {
  if (leaf.bytes == 0 || leaf.bytes > 16) return hex_bytes(slots, leaf.bytes);
  if (leaf.bytes <= 8) {
    uint64_t mask = leaf.bytes == 8 ? UINT64_MAX : (uint64_t{1} << (8 * leaf.bytes)) - 1;
    return describe_small_integer(leaf, slots[0] & mask);
  }
  auto wide = read_as<unsigned __int128>(slots);
  return is_unsigned(leaf.type) ? fmt::format("{}", wide)
                                : fmt::format("{}", static_cast<__int128>(wide));
}

std::string describe_long_double(std::span<const uint64_t> slots) {
  // Bit patterns that no x87 operation makes are not numbers for the C library either.
  bool has_exponent = (slots[1] & 0x7fff) != 0;
  bool has_integer_bit = slots[0] >> 63 != 0;
  if (has_exponent && !has_integer_bit) return hex_bytes(slots, 10);
  char text[64];
  std::snprintf(text, sizeof text, "%.21Lg", read_as<long double>(slots));
  return text;
}

}  // namespace

bool is_unsigned(std::string_view type) {
  return contains(type, "unsigned") || contains(type, "uint") || contains(type, "size_t") ||
         contains(type, "size_type");
}

std::string Describer::address(EncodedAddress address) const {
  if (!address.is_image()) return fmt::format("{:#x}", address.word);
  if (auto symbol = symbols_.find(address)) {
    std::string name = short_name(symbol->name);
    return symbol->delta == 0 ? name : fmt::format("{}+{:#x}", name, symbol->delta);
  }
  const Module* module = tables_.find(address.module());
  std::string name = module != nullptr ? base_name(module->path)
                                       : fmt::format("module {}", to_number(address.module()));
  std::string place = fmt::format("{}+{:#x}", name, address.offset());
  std::string literal = symbols_.find_literal(address);
  return literal.empty() ? place : place + " " + quote_preview(literal, k_shown_literal);
}

std::string Describer::pointer(uint64_t slot, bool is_marked) const {
  if (is_marked) return address({slot});
  return slot == 0 ? "nullptr" : fmt::format("{:#x}", slot);
}

std::string Describer::value(const Leaf& leaf, std::span<const uint64_t> slots,
                             bool is_marked) const {
  if (slots.empty()) return "{}";
  if (is_marked) return address({slots[0]});
  switch (leaf.kind) {
    case LeafKind::Integer:
      return describe_integer(leaf, slots);
    case LeafKind::Pointer:
      return pointer(slots[0], false);
    case LeafKind::Float:
      if (leaf.bytes == 4) return fmt::format("{}", read_as<float>(slots));
      if (leaf.bytes == 8) return fmt::format("{}", read_as<double>(slots));
      return hex_bytes(slots, leaf.bytes);
    case LeafKind::LongDouble:
      return slots.size() == 2 ? describe_long_double(slots) : hex_bytes(slots, leaf.bytes);
    case LeafKind::Vector:
    case LeafKind::Bytes:
      return hex_bytes(slots, leaf.bytes);
    case LeafKind::Unknown:
      return fmt::format("{:#x}", slots[0]);
  }
  return {};
}

std::string Describer::callee(const Code& site, uint64_t slot, bool is_marked) const {
  if (!site.signature.name.empty()) return short_name(site.signature.name);
  return pointer(slot, is_marked);
}

std::string short_name(const std::string& linkage_name) {
  // "f.record" is a flavour of f, "f.cold" a part of it.
  std::string whole = linkage_name.substr(0, linkage_name.find('.', 1));
  std::string name = demangle(whole);
  if (name == whole) return name;
  // Cut the parameter list, but keep "operator()" and lambdas: the list is the last group of
  // parentheses, perhaps followed by qualifiers.
  size_t end = name.rfind(')');
  if (end == std::string::npos) return name;
  int depth = 0;
  for (size_t i = end + 1; i-- > 0;) {
    depth += name[i] == ')' ? 1 : name[i] == '(' ? -1 : 0;
    if (depth == 0) return i == 0 ? name : name.substr(0, i);
  }
  return name;
}

std::string type_name(std::string_view mangled) {
  if (mangled.empty()) return "a foreign exception";
  std::string with_prefix = "_ZTI" + std::string(mangled);
  std::string name = demangle(with_prefix);
  constexpr std::string_view k_prefix = "typeinfo for ";
  return name.starts_with(k_prefix) ? name.substr(k_prefix.size()) : std::string(mangled);
}

std::string place_of(const Signature& signature) {
  if (signature.file.empty()) return {};
  static const std::string here = current_directory() + "/";
  std::string_view file = signature.file;
  if (file.starts_with(here)) file.remove_prefix(here.size());
  return fmt::format("{}:{}", file, signature.line);
}

std::string text_preview(std::span<const uint8_t> bytes, size_t max_bytes) {
  size_t length = 0;
  while (length < bytes.size() && bytes[length] != 0) {
    uint8_t c = bytes[length];
    if (c < 0x20 && c != '\n' && c != '\t' && c != '\r') return {};
    if (c == 0x7f) return {};
    ++length;
  }
  // One or two bytes without a terminator are numbers rather than text.
  if (length == 0 || (length < 3 && length == bytes.size())) return {};
  return quote_preview({reinterpret_cast<const char*>(bytes.data()), length}, max_bytes);
}

}  // namespace cutaway
