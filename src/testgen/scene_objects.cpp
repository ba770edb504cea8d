// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>
#include <llvm/BinaryFormat/Dwarf.h>

#include <algorithm>

#include "abi/weave.h"
#include "base/text.h"
#include "recording/describe.h"
#include "testgen/input.h"
#include "testgen/literals.h"
#include "testgen/scene_writer.h"

namespace cutaway {

using llvm::dyn_cast_or_null;
namespace dwarf = llvm::dwarf;

namespace {

constexpr size_t k_longest_text = 1 << 16;
constexpr int k_deepest = 24;  // objects that point to objects

bool is_keyword(const std::string& name) {
  static const std::set<std::string> words = {
      "auto",   "bool",     "break",  "case",   "catch",   "char",     "class",    "const",
      "delete", "default",  "do",     "double", "else",    "enum",     "explicit", "export",
      "extern", "false",    "float",  "for",    "friend",  "goto",     "if",       "inline",
      "int",    "long",     "new",    "not",    "nullptr", "operator", "or",       "private",
      "public", "register", "return", "short",  "signed",  "sizeof",   "static",   "struct",
      "switch", "template", "this",   "throw",  "true",    "try",      "typedef",  "typename",
      "union",  "unsigned", "using",  "void",   "virtual", "volatile", "while",    "and"};
  return words.contains(name);
}

}  // namespace

std::string SceneWriter::address_of(const std::string& object) const {
  if (!object.starts_with("*")) return "&" + object;
  std::string pointer = object.substr(1);
  return owners_.contains(pointer) ? pointer + ".get()" : pointer;
}

std::string SceneWriter::new_name(const std::string& wanted) {
  std::string name;
  for (char c : wanted)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') name += c;
  while (name.ends_with("_")) name.pop_back();
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) name = "object";
  if (is_keyword(name)) name += "_value";
  std::string free = name;
  for (int number = 2; names_.contains(free); ++number) free = name + std::to_string(number);
  names_.insert(free);
  return free;
}

void SceneWriter::add_object(uint64_t address, const llvm::DIType* type, std::string name,
                             bool is_pointer) {
  objects_.push_back(
      {address, std::max<uint64_t>(1, size_of(type)), type, std::move(name), is_pointer});
}

const SceneObject* SceneWriter::find_object(uint64_t address) const {
  for (size_t i = objects_.size(); i-- > 0;) {
    const SceneObject& object = objects_[i];
    if (address >= object.address && address < object.address + object.size) return &object;
  }
  return nullptr;
}

void SceneWriter::forget(uint64_t address, uint64_t size) {
  std::erase_if(objects_, [&](const SceneObject& object) {
    return object.address >= address && object.address < address + size;
  });
}

bool SceneWriter::is_inside_memory(uint64_t address) const {
  auto block = inside_blocks_.upper_bound(address);
  if (block == inside_blocks_.begin()) return false;
  --block;
  return address < block->first + std::max<uint64_t>(1, block->second);
}

// Blocks that the inside allocates and keeps.
void SceneWriter::note_inside_memory(const ScriptOutcall& outcall) {
  bool gives = (outcall.flags & k_site_allocator) != 0 && !outcall.results.empty() &&
               !outcall.arguments.empty() && outcall.results[0].value != 0;
  if (gives) {
    uint64_t size = outcall.arguments.back().value;
    if (outcall.callee == "calloc") size *= outcall.arguments[0].value;
    inside_blocks_[outcall.results[0].value] = size;
  } else if (!outcall.arguments.empty() &&
             (outcall.callee == "free" || outcall.callee.starts_with("_Zd"))) {
    auto block = inside_blocks_.find(outcall.arguments[0].value);
    if (block == inside_blocks_.end()) return;
    // In a test of a failure what is freed may be used all the same.
    if (options_.is_regression) forget(block->first, block->second);
    renew(block->first, block->second);
    inside_blocks_.erase(block);
  }
}

void SceneWriter::note_inside_memory(const ScriptCall& call) {
  for_each_outcall(call, [&](const ScriptOutcall& outcall) { note_inside_memory(outcall); });
}

Result<std::string> SceneWriter::path_to(const SceneObject& object, uint64_t address,
                                         const llvm::DIType* type) {
  std::string path = object.is_pointer ? "*" + object.name : object.name;
  uint64_t offset = address - object.address;
  const llvm::DIType* at = object.type;
  const llvm::DICompositeType* wanted = types_->complete(class_of(type));
  uint64_t element = size_of(at);
  if (object.is_pointer && element != 0 && offset >= element) {
    path = fmt::format("{}[{}]", object.name, offset / element);
    offset %= element;
  }
  auto private_part = [&](const std::string& name) {
    return user_fault(
        "", fmt::format("{} of {} is private, and a call is given its address", name, object.name));
  };
  while (true) {
    const llvm::DICompositeType* composite = types_->complete(class_of(at));
    bool is_there =
        offset == 0 && (composite == nullptr || wanted == nullptr || composite == wanted ||
                        composite->getName() == wanted->getName());
    if (is_there) return path;
    if (composite == nullptr) return private_part("a part");
    const ClassMember* found = nullptr;
    std::vector<ClassMember> members = members_of(composite);
    for (const ClassMember& member : members) {
      uint64_t size = std::max<uint64_t>(1, size_of(member.type));
      bool holds = offset >= member.offset && offset < member.offset + size;
      if (holds && (found == nullptr || found->is_base)) found = &member;
    }
    if (found == nullptr) {
      // A derived class, at the start of which the object is.
      if (offset == 0) return path;
      return private_part("a part");
    }
    if (!found->is_public) return private_part(found->name.empty() ? "a base" : found->name);
    if (!found->is_base)
      path = path.starts_with("*") ? path.substr(1) + "->" + found->name : path + "." + found->name;
    offset -= found->offset;
    at = found->type;
  }
}

Result<std::string> SceneWriter::object_at(ScriptWord word, const llvm::DIType* type,
                                           const std::string& name) {
  if (word.value < k_lowest_object)
    return user_fault("", fmt::format("a reference to address {:#x}", word.value));
  if (const SceneObject* object = find_object(word.value))
    return path_to(*object, word.value, type);
  if (!word.is_image && is_inside_memory(word.value))
    return user_fault("", "a call is given the address of what the inside made and did not return");
  return make_object(word.value, type, name);
}

Result<std::string> SceneWriter::text_value(uint64_t address) {
  auto text = memory_.text(address, k_longest_text);
  if (!text) return user_fault("", "a text is too long");
  return string_literal(*text);
}

Result<std::string> SceneWriter::image_value(uint64_t address, const llvm::DIType* type,
                                             const std::string& name) {
  if (is_character_type(type)) {
    std::string literal = constants_.text(address);
    if (!literal.empty()) return string_literal(literal);
    return text_value(address);
  }
  auto symbol = script_.symbols.find({address});
  bool is_function = llvm::isa_and_nonnull<llvm::DISubroutineType>(underlying(type));
  if (is_function && symbol && symbol->delta == 0) {
    CUTAWAY_ASSIGN(const llvm::DISubprogram* function, types_->find_function(symbol->name));
    if (function == nullptr)
      return user_fault("", "a pointer to function " + short_name(symbol->name));
    bool is_known = options_.linked.contains(symbol->name) && !function->isLocalToUnit() &&
                    !is_local(function->getScope()) && spelling_.need_function(function);
    if (is_known) return "&" + short_name(symbol->name);
    return stub_function(symbol->name, function);
  }
  CUTAWAY_ASSIGN(std::string object, object_at({address, true}, type, name));
  return address_of(object);
}

Result<std::string> SceneWriter::pointer_value(const llvm::DIType* type, ScriptWord word,
                                               const std::string& name) {
  const llvm::DIType* pointee = pointee_of(type);
  if (word.value == 0 && !word.is_image) return std::string("nullptr");
  if (const SceneObject* object = find_object(word.value)) {
    CUTAWAY_ASSIGN(std::string path, path_to(*object, word.value, pointee));
    return address_of(path);
  }
  if (word.is_image) return image_value(word.value, pointee, name);
  if (word.value < k_lowest_object) {
    CUTAWAY_ASSIGN(std::string spelled, spelling_.type(type));
    return fmt::format("reinterpret_cast<{}>({})", spelled, word.value);
  }
  if (is_inside_memory(word.value))
    return user_fault("", "a call is given the address of what the inside made and did not return");
  bool is_exact = reported_end(word.value) != 0;
  if (is_character_type(pointee) && is_const(pointee) && memory_.knows(word.value) && !is_exact) {
    auto text = memory_.text(word.value, k_longest_text);
    if (text && is_text(*text)) return text_value(word.value);
  }
  CUTAWAY_ASSIGN(std::string object, make_object(word.value, pointee, name));
  return address_of(object);
}

// Plain data of the program that has initialisers: as it is when the program starts, where the
// recording knows no better.
void SceneWriter::load_variable(uint64_t address, const llvm::DIType* type) {
  const llvm::DICompositeType* composite = types_->complete(class_of(type));
  if (composite != nullptr && !is_aggregate(composite, types_)) return;
  for (const OutsideWrite& write : constants_.variable(address, k_buffer_bytes))
    if (!memory_.knows_any(write.address, write.image ? 8 : 1)) memory_.write(write);
}

Result<std::string> SceneWriter::make_object(uint64_t address, const llvm::DIType* type,
                                             const std::string& name) {
  if (depth_ > k_deepest) return user_fault("", "objects that point to each other are too many");
  struct Deeper {
    explicit Deeper(int* depth) : depth(depth) { ++*depth; }
    ~Deeper() { --*depth; }
    int* depth;
  } deeper(&depth_);
  load_variable(address, type);
  if (const llvm::DICompositeType* composite = class_of(type)) {
    composite = types_->complete(composite);
    if (is_sink(composite)) return make_sink(address, composite);
    if (composite->isForwardDecl() && library_name(composite).empty())
      return user_fault("", qualified_name(composite) + " is declared, but not known");
    std::string wanted = name.empty() || name == "this" ? snake_case(plain_name(composite)) : name;
    uint64_t count = structs_at(address, composite);
    if (count > 1) return make_structs(address, composite, count, wanted);
    return make_class_object(address, composite, wanted);
  }
  const llvm::DIType* plain = underlying(type);
  bool is_array = plain != nullptr && plain->getTag() == dwarf::DW_TAG_array_type;
  bool is_single = plain != nullptr && size_of(plain) > 0 && !is_character_type(type) &&
                   (is_array || !memory_.knows_any(address + size_of(plain), size_of(plain)) ||
                    room_at(address) < 2 * size_of(plain));
  // What is only written may be many elements; AddressSanitizer minds if they have no room.
  bool is_written =
      !is_const(type) && plain != nullptr && !memory_.knows_any(address, size_of(plain));
  if (reported_ != 0 && is_written && !is_array) is_single = false;
  if (!is_single) return make_buffer(address, type, name);
  CUTAWAY_ASSIGN(std::string content, value(type, address, true));
  std::string own = new_name(name.empty() ? "value" : name);
  CUTAWAY_ASSIGN(std::string declared, spelling_.variable(unqualified(type), own));
  scene_.statements.push_back({fmt::format("{} = {};", declared, content), "", false, true});
  add_object(address, type, own, false);
  return own;
}

bool SceneWriter::has_private_content(uint64_t address, const llvm::DICompositeType* type) {
  for (const ClassMember& member : members_of(type)) {
    if (!memory_.knows_any(address + member.offset, std::max<uint64_t>(1, size_of(member.type))))
      continue;
    if (!member.is_public) return true;
    const llvm::DICompositeType* part = types_->complete(class_of(member.type));
    if (part != nullptr && library_name(part).empty() &&
        has_private_content(address + member.offset, part))
      return true;
  }
  return false;
}

Status SceneWriter::set_fields(uint64_t address, const llvm::DICompositeType* type,
                               const std::string& object) {
  if (is_union(type)) return user_fault("", "a union that the outside filled cannot be written");
  for (const ClassMember& member : members_of(type)) {
    uint64_t at = address + member.offset;
    if (!memory_.knows_any(at, std::max<uint64_t>(1, size_of(member.type)))) continue;
    const llvm::DICompositeType* part = types_->complete(class_of(member.type));
    std::string name = member.is_base ? object : object + "." + member.name;
    if (part != nullptr && library_name(part).empty()) {
      CUTAWAY_TRY(set_fields(at, part, name));
      continue;
    }
    if (member.is_bit_field) return user_fault("", "a bit-field of a class with constructors");
    CUTAWAY_ASSIGN(std::string content, value(member.type, at, true));
    if (content == "0" || content == "nullptr" || content == "false" || content == "{}") continue;
    scene_.statements.push_back({fmt::format("{} = {};", name, content), "", false, true});
  }
  return Ok{};
}

Result<std::string> SceneWriter::make_class_object(uint64_t address,
                                                   const llvm::DICompositeType* type,
                                                   const std::string& name) {
  if (library_name(type) == "istream") {
    CUTAWAY_ASSIGN(std::string text, read_stream(script_, address));
    spelling_.need_system("sstream");
    std::string own = new_name(name);
    scene_.statements.push_back(
        {fmt::format("std::istringstream {}({});", own, text_expression(text)), "", false, true});
    add_object(address, type, own, false);
    return own;
  }
  if (!library_name(type).empty()) {
    CUTAWAY_ASSIGN(auto content, library_value(type, address, true));
    std::string own = new_name(name);
    CUTAWAY_ASSIGN(std::string spelled, spelling_.type(type));
    bool is_plain = content->starts_with("{");
    std::string text = is_plain ? fmt::format("{} {}{};", spelled, own, *content)
                       : *content == spelled + "()"
                           ? fmt::format("{} {};", spelled, own)
                           : fmt::format("{} {} = {};", spelled, own, *content);
    scene_.statements.push_back({text, "", false, true});
    add_object(address, type, own, false);
    return own;
  }
  if (is_polymorphic(type, types_)) return stub_class(address, type, name);
  bool is_private = has_private_content(address, type) || is_union(type);
  if (!is_private && (is_aggregate(type, types_) || has_public_default_constructor(type))) {
    CUTAWAY_ASSIGN(std::string spelled, spelling_.type(type));
    std::string own = new_name(name);
    // Values that need other objects come after it, so that these may point back to it.
    size_t before = scene_.statements.size();
    if (is_aggregate(type, types_)) {
      add_object(address, type, own, false);
      auto braces = aggregate_braces(type, address);
      if (braces && scene_.statements.size() == before) {
        scene_.statements.push_back(
            {fmt::format("{} {}{};", spelled, own, *braces), "", false, true});
        return own;
      }
      scene_.statements.resize(before);
      objects_.resize(static_cast<size_t>(
          std::find_if(objects_.begin(), objects_.end(),
                       [&](const SceneObject& object) { return object.name == own; }) -
          objects_.begin()));
    }
    scene_.statements.push_back({fmt::format("{} {}{{}};", spelled, own), "", false, true});
    add_object(address, type, own, false);
    CUTAWAY_TRY(set_fields(address, type, own));
    return own;
  }
  if (!is_private && !is_union(type) && !memory_.knows_any(address, size_of(type))) {
    // Nothing of it was read: any object will do.
    CUTAWAY_ASSIGN(auto arguments, empty_arguments(type, Access::Public));
    if (arguments) {
      CUTAWAY_ASSIGN(std::string spelled, spelling_.type(type));
      std::string own = new_name(name);
      scene_.statements.push_back(
          {fmt::format("{} {}{{{}}};", spelled, own, *arguments), "", false, true});
      add_object(address, type, own, false);
      return own;
    }
  }
  return make_storage(address, type, name);
}

Result<std::optional<std::string>> SceneWriter::empty_arguments(const llvm::DICompositeType* type,
                                                                Access access) {
  if (has_public_default_constructor(type)) return std::make_optional(std::string());
  const llvm::DISubprogram* best = nullptr;
  for (const llvm::DISubprogram* constructor : constructors_of(type)) {
    if (access_of(constructor) > access) continue;
    if (best == nullptr || parameters_of(constructor).size() < parameters_of(best).size())
      best = constructor;
  }
  if (best == nullptr) return std::optional<std::string>();
  std::vector<std::string> values;
  for (const llvm::DIType* parameter : parameters_of(best)) {
    if (is_pointer(parameter)) {
      values.emplace_back("nullptr");
      continue;
    }
    const llvm::DIType* plain = is_reference(parameter) ? pointee_of(parameter) : parameter;
    CUTAWAY_ASSIGN(std::string spelled, spelling_.type(unqualified(plain)));
    values.push_back(spelled + "()");
  }
  return std::make_optional(join(values, ", "));
}

// What the outside filled without a call that is known: bytes, with what calls read of them.
Result<std::string> SceneWriter::make_storage(uint64_t address, const llvm::DICompositeType* type,
                                              const std::string& name) {
  CUTAWAY_ASSIGN(std::string spelled, spelling_.type(type));
  std::string own = new_name(name);
  std::string bytes = new_name(own + "_bytes");
  scene_.statements.push_back({fmt::format("alignas({0}) unsigned char {1}[sizeof({0})] = {{}};\n"
                                           "auto& {2} = reinterpret_cast<{0}&>({1});",
                                           spelled, bytes, own),
                               "filled by code that is not part of the test", false, true});
  add_object(address, type, own, false);
  for (const ClassMember& member : members_of(type)) {
    uint64_t at = address + member.offset;
    bool is_library = !library_name(member.type).empty();
    if (!is_library && !memory_.knows_any(at, std::max<uint64_t>(1, size_of(member.type))))
      continue;
    if (member.is_bit_field || is_reference(member.type))
      return user_fault("", fmt::format("member {} of {} cannot be written", member.name, spelled));
    CUTAWAY_ASSIGN(std::string content, value(member.type, at));
    // All zeros is what empty vectors and smart pointers are.
    bool is_zero = content == "0" || content == "nullptr" || content == "false" ||
                   (library_name(member.type) == "vector" && content.ends_with("{}")) ||
                   (library_name(member.type).ends_with("_ptr") && content.ends_with("()"));
    if (is_zero) continue;
    CUTAWAY_ASSIGN(std::string part, spelling_.type(member.type));
    spelling_.need_system("new");
    scene_.statements.push_back(
        {fmt::format("::new ({} + {}) {}({});", bytes, member.offset, part, content), member.name,
         false, true});
  }
  return own;
}

}  // namespace cutaway
