// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/signature.h"

#include <charconv>

namespace cutaway {
namespace {

std::string_view take_until(std::string_view* text, char separator) {
  size_t end = text->find(separator);
  std::string_view part = text->substr(0, end);
  text->remove_prefix(end == std::string_view::npos ? text->size() : end + 1);
  return part;
}

uint32_t parse_number(std::string_view text) {
  uint32_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

Leaf parse_leaf(std::string_view text) {
  Leaf leaf;
  std::string_view code = take_until(&text, ' ');
  if (code.empty()) return leaf;
  if (std::string_view("ipflvb").find(code[0]) != std::string_view::npos)
    leaf.kind = static_cast<LeafKind>(code[0]);
  leaf.bytes = parse_number(code.substr(1));
  // Only a copied object may be empty.
  if (leaf.bytes == 0 && leaf.kind != LeafKind::Bytes) leaf = Leaf{};
  leaf.name = take_until(&text, ' ');
  leaf.type = text;
  return leaf;
}

constexpr uint32_t k_any_slots = UINT32_MAX;

std::vector<Leaf> parse_leaves(std::string_view text, uint32_t slots) {
  std::vector<Leaf> leaves;
  uint64_t total = 0;
  while (!text.empty()) {
    leaves.push_back(parse_leaf(take_until(&text, ';')));
    total += leaves.back().slots();
  }
  if (total != slots && slots != k_any_slots) leaves.assign(slots, Leaf{});
  return leaves;
}

}  // namespace

Signature parse_signature(std::string_view text, uint32_t arg_slots, uint32_t ret_slots) {
  Signature signature;
  std::string_view arguments;
  std::string_view results;
  while (!text.empty()) {
    std::string_view value = take_until(&text, '\n');
    std::string_view key = take_until(&value, '=');
    if (key == "name") signature.name = value;
    if (key == "file") signature.file = value;
    if (key == "line") signature.line = parse_number(value);
    if (key == "args") arguments = value;
    if (key == "ret") results = value;
    if (key == "group") signature.group = value;
  }
  signature.arguments = parse_leaves(arguments, arg_slots);
  signature.results = parse_leaves(results, ret_slots);
  return signature;
}

Signature parse_signature(std::string_view text) {
  return parse_signature(text, k_any_slots, k_any_slots);
}

}  // namespace cutaway
