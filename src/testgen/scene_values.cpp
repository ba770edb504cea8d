// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>
#include <llvm/BinaryFormat/Dwarf.h>

#include <bit>
#include <cstring>

#include "base/text.h"
#include "testgen/literals.h"
#include "testgen/scene_writer.h"

namespace cutaway {

using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
namespace dwarf = llvm::dwarf;

namespace {

constexpr uint64_t k_most_elements = 4096;

// Of a one-dimensional array; 0: not known.
uint64_t count_of_array(const llvm::DICompositeType* type) {
  uint64_t element = size_of(type->getBaseType());
  return element == 0 ? 0 : type->getSizeInBits() / 8 / element;
}

bool is_character(const llvm::DIType* type) {
  const auto* basic = dyn_cast_or_null<llvm::DIBasicType>(underlying(type));
  return basic != nullptr && basic->getName() == "char";
}

// Of flags that are or'ed, or of a value that has no name.
std::string flags_of(const llvm::DICompositeType* type, const std::string& spelled,
                     uint64_t number) {
  std::vector<std::string> names;
  uint64_t left = number;
  std::string scope = (type->getFlags() & llvm::DINode::FlagEnumClass) != 0
                          ? spelled + "::"
                          : qualified_scope(type->getScope());
  for (const llvm::DINode* element : type->getElements()) {
    const auto* enumerator = dyn_cast_or_null<llvm::DIEnumerator>(element);
    if (enumerator == nullptr) continue;
    uint64_t bits = enumerator->getValue().getZExtValue();
    if (std::popcount(bits) != 1 || (left & bits) == 0) continue;
    left &= ~bits;
    names.push_back(scope + enumerator->getName().str());
  }
  if (left != 0 || names.size() < 2) return {};
  return join(names, " | ");
}

}  // namespace

ScriptWord SceneWriter::word_at(uint64_t address) const {
  if (auto image = memory_.image(address)) return {*image, true};
  return {memory_.number(address, sizeof(uint64_t)), false};
}

uint64_t SceneWriter::keep_words(const std::vector<ScriptWord>& words) {
  uint64_t start = next_scratch_;
  for (const ScriptWord& word : words) {
    OutsideWrite write{next_scratch_, {}, {}};
    if (word.is_image) {
      write.image = word.value;
    } else {
      write.bytes.resize(sizeof word.value);
      std::memcpy(write.bytes.data(), &word.value, sizeof word.value);
    }
    memory_.write(write);
    next_scratch_ += sizeof(uint64_t);
  }
  return start;
}

Result<std::string> SceneWriter::number_value(const llvm::DIBasicType* type, uint64_t number,
                                              uint64_t size) {
  switch (type->getEncoding()) {
    case dwarf::DW_ATE_boolean:
      return std::string(number != 0 ? "true" : "false");
    case dwarf::DW_ATE_signed_char:
    case dwarf::DW_ATE_unsigned_char: {
      auto c = static_cast<char>(number);
      bool shows = type->getName() == "char" && (c == 0 || is_text({&c, 1}));
      if (shows) return c == 0 ? std::string("'\\0'") : char_literal(c);
      return type->getEncoding() == dwarf::DW_ATE_signed_char ? signed_literal(number, 1)
                                                              : unsigned_literal(number, 1);
    }
    case dwarf::DW_ATE_signed: {
      std::string literal = signed_literal(number, size);
      if (literal.starts_with("INT")) spelling_.need_system("cstdint");
      return literal;
    }
    case dwarf::DW_ATE_unsigned:
    case dwarf::DW_ATE_UTF:
      return unsigned_literal(number, size);
    default:
      return user_fault("", "a value of type " + type->getName().str() + " cannot be written");
  }
}

bool SceneWriter::may_be_address(uint64_t number) const {
  return number >= k_lowest_object && number >> 47 == 0 &&
         (is_inside_memory(number) || memory_.knows_any(number, 1));
}

Result<std::string> SceneWriter::basic_value(const llvm::DIBasicType* type, uint64_t address) {
  uint64_t size = type->getSizeInBits() / 8;
  if (type->getEncoding() != dwarf::DW_ATE_float) {
    if (size > 8)
      return user_fault("", "a value of type " + type->getName().str() + " cannot be written");
    return number_value(type, memory_.number(address, size), size);
  }
  std::string literal;
  std::string bytes = memory_.bytes(address, size);
  if (size == sizeof(float)) {
    float number = 0;
    std::memcpy(&number, bytes.data(), sizeof number);
    literal = float_literal(number);
  } else if (size == sizeof(double)) {
    double number = 0;
    std::memcpy(&number, bytes.data(), sizeof number);
    literal = double_literal(number);
  } else if (memory_.bytes(address, 10) == std::string(10, '\0')) {
    literal = "0.0L";
  } else {
    return user_fault("", "a value of type " + type->getName().str() + " cannot be written");
  }
  if (literal.find("numeric_limits") != std::string::npos) spelling_.need_system("limits");
  return literal;
}

Result<std::string> SceneWriter::enum_value(const llvm::DICompositeType* type, uint64_t number) {
  uint64_t bits = type->getSizeInBits();
  uint64_t mask = bits >= 64 ? UINT64_MAX : (uint64_t{1} << bits) - 1;
  number &= mask;
  bool is_class = (type->getFlags() & llvm::DINode::FlagEnumClass) != 0;
  bool has_name = !type->getName().empty();
  std::string spelled;
  if (has_name) {
    CUTAWAY_ASSIGN(spelled, spelling_.type(type));
  }
  for (const llvm::DINode* element : type->getElements()) {
    const auto* enumerator = dyn_cast_or_null<llvm::DIEnumerator>(element);
    if (enumerator == nullptr) continue;
    if ((enumerator->getValue().getSExtValue() & mask) != number) continue;
    std::string scope = is_class ? spelled + "::" : qualified_scope(type->getScope());
    return scope + enumerator->getName().str();
  }
  if (!has_name) return unsigned_literal(number, bits / 8);
  std::string flags = flags_of(type, spelled, number);
  if (flags.empty())
    flags = bits == 32 ? signed_literal(number, 4) : unsigned_literal(number, bits / 8);
  return fmt::format("static_cast<{}>({})", spelled, flags);
}

Result<std::string> SceneWriter::array_value(const llvm::DICompositeType* type, uint64_t address) {
  uint64_t count = count_of_array(type);
  uint64_t element = size_of(type->getBaseType());
  if (count > k_most_elements) return user_fault("", "an array is too long to be written");
  if (is_character(type->getBaseType())) {
    std::string text = memory_.bytes(address, count);
    size_t end = text.find('\0');
    bool ends = end != std::string::npos && text.find_first_not_of('\0', end) == std::string::npos;
    if (ends && is_text(text.substr(0, end))) return string_literal(text.substr(0, end));
  }
  std::vector<std::string> items;
  size_t used = 0;
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t at = address + i * element;
    CUTAWAY_ASSIGN(std::string item, value(type->getBaseType(), at, true));
    items.push_back(std::move(item));
    if (memory_.knows_any(at, element)) used = i + 1;
  }
  items.resize(used);
  return "{" + join(items, ", ") + "}";
}

Result<std::string> SceneWriter::aggregate_braces(const llvm::DICompositeType* type,
                                                  uint64_t address) {
  std::vector<std::string> items;
  bool is_zero = true;
  for (const ClassMember& member : members_of(type)) {
    if (member.is_bit_field) {
      const auto* basic = dyn_cast_or_null<llvm::DIBasicType>(underlying(member.type));
      uint64_t number = memory_.number(address + member.offset, 8) >> member.bit_offset % 8;
      number &= (uint64_t{1} << member.bits) - 1;
      is_zero = is_zero && number == 0;
      if (basic == nullptr) return user_fault("", "a bit-field cannot be written");
      bool is_signed = basic->getEncoding() == dwarf::DW_ATE_signed;
      if (is_signed && number >> (member.bits - 1) != 0) number |= ~uint64_t{0} << member.bits;
      CUTAWAY_ASSIGN(std::string item, number_value(basic, number, size_of(basic)));
      items.push_back(std::move(item));
      continue;
    }
    CUTAWAY_ASSIGN(std::string item, value(member.type, address + member.offset, true));
    is_zero = is_zero && !memory_.knows_any(address + member.offset, size_of(member.type));
    items.push_back(std::move(item));
  }
  return is_zero ? "{}" : "{" + join(items, ", ") + "}";
}

// Braces set the first member: that must hold all that is known, as a number.
Result<std::string> SceneWriter::union_value(const llvm::DICompositeType* type, uint64_t address,
                                             bool is_braced) {
  std::string item;
  if (memory_.knows_any(address, size_of(type))) {
    std::vector<ClassMember> members = members_of(type);
    const auto* first = members.empty()
                            ? nullptr
                            : dyn_cast_or_null<llvm::DIBasicType>(underlying(members[0].type));
    uint64_t size = first != nullptr ? size_of(first) : 0;
    bool is_number = first != nullptr && size <= 8 && !members[0].is_bit_field &&
                     first->getEncoding() != dwarf::DW_ATE_float &&
                     !memory_.knows_any(address + size, size_of(type) - size) &&
                     (size < 8 || !may_be_address(memory_.number(address, size)));
    if (!is_number) return user_fault("", "a union that the outside filled cannot be written");
    CUTAWAY_ASSIGN(item, basic_value(first, address));
  }
  if (is_braced || type->getName().empty()) return "{" + item + "}";
  CUTAWAY_ASSIGN(std::string spelled, spelling_.type(type));
  return spelled + "{" + item + "}";
}

Result<std::string> SceneWriter::class_value(const llvm::DICompositeType* type, uint64_t address,
                                             bool is_braced) {
  type = types_->complete(type);
  CUTAWAY_ASSIGN(auto library, library_value(type, address, is_braced));
  if (library) return *library;
  if (type->isForwardDecl())
    return user_fault("", qualified_name(type) + " is declared, but not known");
  if (is_aggregate(type, types_)) {
    CUTAWAY_ASSIGN(std::string braces, aggregate_braces(type, address));
    if (is_braced) return braces;
    CUTAWAY_ASSIGN(std::string spelled, spelling_.type(type));
    return spelled + braces;
  }
  if (is_union(type)) return union_value(type, address, is_braced);
  if (const SceneObject* object = find_object(address)) return path_to(*object, address, type);
  if (!memory_.knows_any(address, size_of(type))) {
    CUTAWAY_ASSIGN(auto arguments, empty_arguments(type, Access::Public));
    CUTAWAY_ASSIGN(std::string spelled, spelling_.type(type));
    if (arguments) return is_braced && arguments->empty() ? "{}" : spelled + "(" + *arguments + ")";
  }
  return user_fault("", fmt::format("a value of {} cannot be written: it has constructors or "
                                    "private members",
                                    qualified_name(type)));
}

Result<std::string> SceneWriter::value(const llvm::DIType* type, uint64_t address, bool is_braced) {
  const llvm::DIType* plain = underlying(type);
  if (plain == nullptr) return user_fault("", "a value of type void cannot be written");
  if (const auto* basic = dyn_cast<llvm::DIBasicType>(plain)) return basic_value(basic, address);
  if (is_pointer(plain)) return pointer_value(type, word_at(address), "");
  if (is_reference(plain)) {
    CUTAWAY_ASSIGN(std::string object, object_at(word_at(address), pointee_of(plain), ""));
    return object;
  }
  const auto* composite = dyn_cast<llvm::DICompositeType>(plain);
  if (composite == nullptr) {
    CUTAWAY_ASSIGN(std::string spelled, spelling_.type(type));
    return user_fault("", "a value of type " + spelled + " cannot be written");
  }
  if (composite->getTag() == dwarf::DW_TAG_enumeration_type)
    return enum_value(composite, memory_.number(address, composite->getSizeInBits() / 8));
  if (composite->getTag() == dwarf::DW_TAG_array_type) return array_value(composite, address);
  return class_value(composite, address, is_braced);
}

}  // namespace cutaway
