// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values of classes of libstdc++, by their layout (GCC's ABI, which does not change).
#include <fmt/format.h>

#include "base/text.h"
#include "testgen/literals.h"
#include "testgen/scene_writer.h"

namespace cutaway {
namespace {

constexpr uint64_t k_most_bytes = 1 << 16;
constexpr uint64_t k_most_elements = 4096;

Error damaged(const std::string& what) {
  return user_fault("", what + " holds what cannot be written");
}

uint64_t align_up(uint64_t offset, uint64_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

// Of scalars their size, of classes that of the largest scalar, at most a pointer's.
uint64_t alignment_of(const llvm::DIType* type) {
  const llvm::DICompositeType* composite = class_of(type);
  if (composite == nullptr) return std::max<uint64_t>(1, std::min<uint64_t>(16, size_of(type)));
  uint64_t alignment = 1;
  for (const ClassMember& member : members_of(composite))
    alignment = std::max(alignment, alignment_of(member.type));
  return std::min<uint64_t>(alignment, 16);
}

}  // namespace

Result<std::string> SceneWriter::in_braces(const llvm::DICompositeType* type,
                                           const std::vector<std::string>& items, bool is_braced) {
  std::string braces = "{" + join(items, ", ") + "}";
  if (is_braced) return braces;
  CUTAWAY_ASSIGN(std::string spelled, spelling_.type(type));
  return spelled + braces;
}

Result<std::string> SceneWriter::string_value(const llvm::DICompositeType* type, uint64_t address) {
  bool is_view = library_name(type) == "string_view";
  ScriptWord start = word_at(address + (is_view ? 8 : 0));
  uint64_t size_at = address + (is_view ? 0 : 8);
  uint64_t size = memory_.number(size_at, 8);
  // Whoever reads c_str() alone does not ask how long it is.
  bool has_size = memory_.knows_any(size_at, 8) || start.is_image || !memory_.knows(start.value);
  if (!has_size) size = memory_.text(start.value, k_most_bytes).value_or("").size();
  if (size > k_most_bytes) return damaged("a string");
  std::string text;
  if (start.is_image) {
    text = constants_.text(start.value).substr(0, size);
    if (text.size() != size) return damaged("a string");
  } else {
    text = memory_.bytes(start.value, size);
  }
  spelling_.need_system(is_view ? "string_view" : "string");
  if (text.find('\0') == std::string::npos) return string_literal(text);
  return fmt::format("std::{}({}, {})", is_view ? "string_view" : "string", string_literal(text),
                     size);
}

Result<std::string> SceneWriter::vector_value(const llvm::DICompositeType* type, uint64_t address,
                                              bool is_braced) {
  const llvm::DIType* element = template_argument(type, 0);
  uint64_t size = size_of(element);
  uint64_t begin = memory_.number(address, 8);
  uint64_t end = memory_.number(address + 8, 8);
  bool is_bits = element != nullptr && element->getName() == "bool";
  if (size == 0 || end < begin || is_bits || (end - begin) / size > k_most_elements)
    return damaged("a vector");
  std::vector<std::string> items;
  for (uint64_t at = begin; at + size <= end; at += size) {
    CUTAWAY_ASSIGN(std::string item, value(element, at, true));
    items.push_back(std::move(item));
  }
  return in_braces(type, items, is_braced);
}

Result<std::string> SceneWriter::node_items(const llvm::DICompositeType* type,
                                            const std::vector<uint64_t>& nodes, bool is_map,
                                            bool is_braced) {
  std::vector<std::string> items;
  const llvm::DIType* key = template_argument(type, 0);
  for (uint64_t at : nodes) {
    CUTAWAY_ASSIGN(std::string item, value(key, at, true));
    if (is_map) {
      const llvm::DIType* mapped = template_argument(type, 1);
      uint64_t offset = align_up(size_of(key), alignment_of(mapped));
      CUTAWAY_ASSIGN(std::string second, value(mapped, at + offset, true));
      item = "{" + item + ", " + second + "}";
    }
    items.push_back(std::move(item));
  }
  return in_braces(type, items, is_braced);
}

Result<std::string> SceneWriter::tree_value(const llvm::DICompositeType* type, uint64_t address,
                                            bool is_map, bool is_braced) {
  // _M_impl: comparator, header {color, parent, left, right}, count.
  constexpr uint64_t k_root = 16;
  constexpr uint64_t k_count = 40;
  constexpr uint64_t k_left = 16;
  constexpr uint64_t k_right = 24;
  constexpr uint64_t k_content = 32;
  uint64_t count = memory_.number(address + k_count, 8);
  if (count > k_most_elements) return damaged("a " + library_name(type));
  std::vector<uint64_t> nodes;
  std::vector<uint64_t> open;
  uint64_t node = count == 0 ? 0 : memory_.number(address + k_root, 8);
  while ((node != 0 || !open.empty()) && nodes.size() < count) {
    if (open.size() > count) return damaged("a " + library_name(type));
    if (node != 0) {
      open.push_back(node);
      node = memory_.number(node + k_left, 8);
      continue;
    }
    node = open.back();
    open.pop_back();
    nodes.push_back(node + k_content);
    node = memory_.number(node + k_right, 8);
  }
  return node_items(type, nodes, is_map, is_braced);
}

Result<std::string> SceneWriter::hash_value(const llvm::DICompositeType* type, uint64_t address,
                                            bool is_map, bool is_braced) {
  constexpr uint64_t k_first = 16;
  constexpr uint64_t k_count = 24;
  uint64_t count = memory_.number(address + k_count, 8);
  if (count > k_most_elements) return damaged("a " + library_name(type));
  uint64_t alignment = std::max<uint64_t>(8, alignment_of(template_argument(type, 0)));
  std::vector<uint64_t> nodes;
  for (uint64_t node = memory_.number(address + k_first, 8); node != 0 && nodes.size() < count;
       node = memory_.number(node, 8))
    nodes.push_back(node + alignment);
  return node_items(type, nodes, is_map, is_braced);
}

Result<std::string> SceneWriter::list_value(const llvm::DICompositeType* type, uint64_t address,
                                            bool is_braced) {
  constexpr uint64_t k_content = 16;
  std::vector<uint64_t> nodes;
  for (uint64_t node = memory_.number(address, 8); node != 0 && node != address;
       node = memory_.number(node, 8)) {
    if (nodes.size() > k_most_elements) return damaged("a list");
    nodes.push_back(node + k_content);
  }
  return node_items(type, nodes, false, is_braced);
}

Result<std::string> SceneWriter::pair_value(const llvm::DICompositeType* type, uint64_t address,
                                            bool is_braced) {
  const llvm::DIType* first = template_argument(type, 0);
  const llvm::DIType* second = template_argument(type, 1);
  uint64_t offset = align_up(size_of(first), alignment_of(second));
  CUTAWAY_ASSIGN(std::string left, value(first, address, true));
  CUTAWAY_ASSIGN(std::string right, value(second, address + offset, true));
  return in_braces(type, {left, right}, is_braced);
}

Result<std::string> SceneWriter::optional_value(const llvm::DICompositeType* type, uint64_t address,
                                                bool is_braced) {
  const llvm::DIType* content = template_argument(type, 0);
  bool has_value = memory_.byte(address + size_of(content)) != 0;
  if (!has_value) return is_braced ? Result<std::string>("{}") : std::string("std::nullopt");
  CUTAWAY_ASSIGN(std::string item, value(content, address));
  return in_braces(type, {item}, is_braced);
}

// The pointer is the first word of both.
Result<std::string> SceneWriter::smart_pointer_value(const llvm::DICompositeType* type,
                                                     uint64_t address) {
  const llvm::DIType* content = template_argument(type, 0);
  ScriptWord pointer = word_at(address);
  CUTAWAY_ASSIGN(std::string spelled, spelling_.type(type));
  if (pointer.value == 0) return spelled + "()";
  if (const SceneObject* object = find_object(pointer.value)) {
    bool is_owner = object->is_pointer && library_name(object->type) == library_name(type);
    if (is_owner) return "std::move(" + object->name + ")";
    return user_fault("", "a " + spelled + " owns " + object->name + ", which is a variable");
  }
  if (is_inside_memory(pointer.value))
    return user_fault("", "a " + spelled + " owns what the inside made");
  const llvm::DICompositeType* made = types_->complete(class_of(content));
  if (made == nullptr) {
    CUTAWAY_ASSIGN(std::string item, value(content, pointer.value));
    return fmt::format("{}(new auto({}))", spelled, item);
  }
  CUTAWAY_ASSIGN(std::string item, class_value(made, pointer.value, false));
  std::string maker = library_name(type) == "unique_ptr" ? "make_unique" : "make_shared";
  CUTAWAY_ASSIGN(std::string name, spelling_.type(content));
  if (item.starts_with(name + "("))
    item = item.substr(name.size() + 1, item.size() - name.size() - 2);
  return fmt::format("std::{}<{}>({})", maker, name, item);
}

Result<std::optional<std::string>> SceneWriter::library_value(const llvm::DICompositeType* type,
                                                              uint64_t address, bool is_braced) {
  using Found = std::optional<std::string>;
  std::string name = library_name(type);
  auto found = [](Result<std::string> text) -> Result<Found> {
    if (!text) return text.error();
    return Found(std::move(*text));
  };
  if (name.empty()) return Found();
  if (name == "string" || name == "string_view") return found(string_value(type, address));
  if (name == "vector") return found(vector_value(type, address, is_braced));
  if (name == "map" || name == "multimap") return found(tree_value(type, address, true, is_braced));
  if (name == "set" || name == "multiset")
    return found(tree_value(type, address, false, is_braced));
  if (name == "unordered_map") return found(hash_value(type, address, true, is_braced));
  if (name == "unordered_set") return found(hash_value(type, address, false, is_braced));
  if (name == "list") return found(list_value(type, address, is_braced));
  if (name == "pair") return found(pair_value(type, address, is_braced));
  if (name == "optional") return found(optional_value(type, address, is_braced));
  if (name == "unique_ptr" || name == "shared_ptr")
    return found(smart_pointer_value(type, address));
  return user_fault("", "a value of std::" + name + " cannot be written");
}

}  // namespace cutaway
