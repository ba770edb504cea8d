// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "testgen/spelling.h"

#include <fmt/format.h>
#include <llvm/BinaryFormat/Dwarf.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include "testgen/headers.h"

namespace cutaway {
namespace {

using llvm::dyn_cast;
using llvm::isa;
namespace dwarf = llvm::dwarf;
namespace fs = std::filesystem;

struct LibraryClass {
  size_t arguments;  // those that people write
  const char* header;
};

const std::map<std::string, LibraryClass>& library_classes() {
  static const std::map<std::string, LibraryClass> all = {
      {"vector", {1, "vector"}},
      {"deque", {1, "deque"}},
      {"list", {1, "list"}},
      {"set", {1, "set"}},
      {"multiset", {1, "set"}},
      {"unordered_set", {1, "unordered_set"}},
      {"map", {2, "map"}},
      {"multimap", {2, "map"}},
      {"unordered_map", {2, "unordered_map"}},
      {"optional", {1, "optional"}},
      {"unique_ptr", {1, "memory"}},
      {"shared_ptr", {1, "memory"}},
      {"weak_ptr", {1, "memory"}},
      {"pair", {2, "utility"}},
      {"initializer_list", {1, "initializer_list"}},
      {"function", {1, "functional"}},
  };
  return all;
}

const std::map<std::string, std::string>& library_headers() {
  static const std::map<std::string, std::string> all = {{"string", "string"},
                                                         {"wstring", "string"},
                                                         {"string_view", "string_view"},
                                                         {"size_t", "cstddef"},
                                                         {"ptrdiff_t", "cstddef"},
                                                         {"FILE", "cstdio"},
                                                         {"time_t", "ctime"},
                                                         {"tm", "ctime"},
                                                         {"array", "array"},
                                                         {"tuple", "tuple"},
                                                         {"variant", "variant"},
                                                         {"ostream", "ostream"},
                                                         {"istream", "istream"},
                                                         {"istringstream", "sstream"},
                                                         {"ostringstream", "sstream"},
                                                         {"stringstream", "sstream"}};
  return all;
}

bool is_fixed_integer(const std::string& name) {
  return (name.starts_with("int") || name.starts_with("uint")) && name.ends_with("_t");
}

Error unnamed(const std::string& what) { return user_fault("", what + " has no name"); }

std::string template_name(const llvm::DICompositeType* type) {
  std::string name = type->getName().str();
  return name.substr(0, name.find('<'));
}

// Arguments that nobody writes are what the library takes by itself.
bool has_default_arguments(const llvm::DICompositeType* type, size_t written) {
  for (size_t i = written;; ++i) {
    const llvm::DIType* argument = template_argument(type, i);
    if (argument == nullptr) return true;
    std::string name = argument->getName().str();
    constexpr std::array k_defaults = {"allocator<", "less<",           "hash<",
                                       "equal_to<",  "default_delete<", "char_traits<"};
    auto starts = [&](const char* start) { return name.starts_with(start); };
    if (std::none_of(k_defaults.begin(), k_defaults.end(), starts)) return false;
  }
}

bool is_of_library(const llvm::DIType* type) {
  return type != nullptr && type->getScope() != nullptr &&
         qualified_scope(type->getScope()) == "std::";
}

}  // namespace

bool is_system_path(const std::string& path) {
  std::string plain = fs::path(path).lexically_normal().string();
  return plain.starts_with("/usr/include/") || plain.starts_with("/usr/lib/");
}

const llvm::DIType* template_argument(const llvm::DICompositeType* type, size_t index) {
  auto parameters = type->getTemplateParams();
  if (index >= parameters.size()) return nullptr;
  const auto* parameter = dyn_cast<llvm::DITemplateTypeParameter>(parameters[index]);
  return parameter == nullptr ? nullptr : parameter->getType();
}

std::string library_name(const llvm::DIType* type) {
  const llvm::DICompositeType* composite = class_of(type);
  if (!is_of_library(composite)) return {};
  std::string name = template_name(composite);
  if (!name.starts_with("basic_")) return name;
  const llvm::DIType* character = template_argument(composite, 0);
  std::string prefix = character != nullptr && character->getName() == "wchar_t" ? "w" : "";
  return prefix + name.substr(sizeof("basic_") - 1);
}

Result<std::string> Spelling::library_class(const llvm::DICompositeType* type) {
  std::string name = library_name(type);
  auto header = library_headers().find(name);
  if (header != library_headers().end()) need_system(header->second);
  auto known = library_classes().find(name);
  if (known == library_classes().end()) {
    bool is_basic = template_name(type).starts_with("basic_");
    return "std::" + (is_basic ? name : type->getName().str());
  }
  need_system(known->second.header);
  if (!has_default_arguments(type, known->second.arguments)) return "std::" + type->getName().str();
  std::string text = "std::" + name + "<";
  for (size_t i = 0; i < known->second.arguments; ++i) {
    CUTAWAY_ASSIGN(std::string argument, this->type(template_argument(type, i)));
    text += (i == 0 ? "" : ", ") + argument;
  }
  return text + ">";
}

void Spelling::add_header(const std::string& path) {
  std::string plain = fs::path(path).lexically_normal().string();
  if (std::find(headers_.begin(), headers_.end(), plain) == headers_.end())
    headers_.push_back(plain);
}

Status Spelling::need(const llvm::DIType* type) {
  const auto* scope = static_cast<const llvm::DIScope*>(type);
  std::string path = file_of(scope);
  if (path.empty()) return Ok{};
  std::string name = type->getName().str();
  if (is_system_path(path)) {
    auto header = library_headers().find(name);
    if (header != library_headers().end()) need_system(header->second);
    if (is_fixed_integer(name)) need_system("cstdint");
    return Ok{};
  }
  if (is_source_file(path)) {
    return user_fault("", fmt::format("{} is declared in {} only", qualified_name(type),
                                      fs::path(path).filename().string()));
  }
  add_header(path);
  return Ok{};
}

Status Spelling::need_function(const llvm::DISubprogram* function) {
  const llvm::DISubprogram* declaration = function->getDeclaration();
  std::string path = file_of(declaration != nullptr ? declaration : function);
  if (is_system_path(path)) return Ok{};
  if (is_source_file(path)) {
    std::error_code error;
    // A parser names its grammar, which may be elsewhere or gone.
    bool is_there = std::filesystem::is_regular_file(path, error);
    std::string source = is_there ? path : file_of(function->getUnit());
    std::string header = find_declaring_header(source, function->getName().str());
    if (header.empty()) {
      return user_fault("", fmt::format("no header declares {}", function->getName().str()));
    }
    path = header;
  }
  add_header(path);
  return Ok{};
}

Result<std::string> Spelling::class_name(const llvm::DICompositeType* type) {
  bool is_long = type->getName().empty() || !type->getTemplateParams().empty();
  const llvm::DIDerivedType* alias = is_long ? types_->typedef_of(type) : nullptr;
  bool is_usable = alias != nullptr && !is_system_path(file_of(alias)) &&
                   !is_source_file(file_of(alias)) && need(alias);
  if (is_usable) return qualified_name(alias);
  if (type->getName().empty()) return unnamed("a type");
  if (is_local(type->getScope())) {
    return user_fault("", fmt::format("{} is local to {}", type->getName().str(),
                                      fs::path(file_of(type)).filename().string()));
  }
  if (is_of_library(type)) return library_class(type);
  const auto* outer = llvm::dyn_cast_or_null<llvm::DICompositeType>(type->getScope());
  // Only that it is public is said of a class within a class; of enumerations nothing is.
  bool is_hidden = outer != nullptr && outer->getTag() == dwarf::DW_TAG_class_type &&
                   type->getTag() != dwarf::DW_TAG_enumeration_type &&
                   (type->getFlags() & llvm::DINode::FlagPublic) != llvm::DINode::FlagPublic;
  if (is_hidden) return user_fault("", qualified_name(type) + " is not public");
  CUTAWAY_TRY(need(type));
  return qualified_name(type);
}

Result<std::string> Spelling::array(const llvm::DICompositeType* type, const std::string& name) {
  std::string bounds;
  for (const llvm::DINode* element : type->getElements()) {
    const auto* range = dyn_cast<llvm::DISubrange>(element);
    auto count = range == nullptr ? llvm::DISubrange::BoundType() : range->getCount();
    auto* number = dyn_cast_if_present<llvm::ConstantInt*>(count);
    bounds += number == nullptr ? "[]" : fmt::format("[{}]", number->getZExtValue());
  }
  return variable(type->getBaseType(), name + bounds);
}

Result<std::string> Spelling::function_type(const llvm::DISubroutineType* type,
                                            const std::string& name) {
  std::string parameters;
  auto types = type->getTypeArray();
  for (unsigned i = 1; i < types.size(); ++i) {
    if (i > 1) parameters += ", ";
    if (types[i] == nullptr) {
      parameters += "...";
      continue;
    }
    CUTAWAY_ASSIGN(std::string parameter, this->type(types[i]));
    parameters += parameter;
  }
  return variable(types.size() > 0 ? types[0] : nullptr, fmt::format("{}({})", name, parameters));
}

Result<std::string> Spelling::derived(const llvm::DIDerivedType* type, const std::string& name) {
  const llvm::DIType* base = type->getBaseType();
  switch (type->getTag()) {
    case dwarf::DW_TAG_const_type:
    case dwarf::DW_TAG_volatile_type: {
      const char* word = type->getTag() == dwarf::DW_TAG_const_type ? "const" : "volatile";
      bool is_behind = is_pointer(base) && !isa<llvm::DICompositeType>(base) &&
                       base->getTag() == dwarf::DW_TAG_pointer_type;
      if (is_behind) return variable(base, name.empty() ? word : std::string(word) + " " + name);
      CUTAWAY_ASSIGN(std::string spelled, variable(base, name));
      return std::string(word) + " " + spelled;
    }
    case dwarf::DW_TAG_pointer_type:
    case dwarf::DW_TAG_reference_type:
    case dwarf::DW_TAG_rvalue_reference_type: {
      std::string mark = type->getTag() == dwarf::DW_TAG_pointer_type     ? "*"
                         : type->getTag() == dwarf::DW_TAG_reference_type ? "&"
                                                                          : "&&";
      bool needs_parentheses = base != nullptr && (isa<llvm::DISubroutineType>(base) ||
                                                   base->getTag() == dwarf::DW_TAG_array_type);
      if (needs_parentheses) return variable(base, fmt::format("({}{})", mark, name));
      CUTAWAY_ASSIGN(std::string pointee, this->type(base));
      return pointee + mark + (name.empty() ? "" : " " + name);
    }
    case dwarf::DW_TAG_typedef: {
      // Members of classes may be private, or mean nothing to a reader; names with underscores are
      // the library's own.
      bool is_usable = (type->getScope() == nullptr || !isa<llvm::DIType>(type->getScope())) &&
                       !is_local(type->getScope()) && !type->getName().starts_with("_");
      // It says no more than the type; and its scope may not be known.
      bool is_same = base != nullptr && base->getName() == type->getName();
      if (is_same || !is_usable || !need(type)) return variable(base, name);
      if (library_name(type) != "" && !is_system_path(file_of(type))) (void)this->type(base);
      return qualified_name(type) + (name.empty() ? "" : " " + name);
    }
    case dwarf::DW_TAG_restrict_type:
    case dwarf::DW_TAG_atomic_type:
      return variable(base, name);
    default:
      return user_fault("", fmt::format("a type with tag {} cannot be written",
                                        dwarf::TagString(type->getTag()).str()));
  }
}

Result<std::string> Spelling::variable(const llvm::DIType* type, const std::string& name) {
  std::string behind = name.empty() ? "" : " " + name;
  if (type == nullptr) return "void" + behind;
  if (const auto* basic = dyn_cast<llvm::DIBasicType>(type)) {
    std::string spelled = basic->getName().str();
    if (spelled == "_Bool") spelled = "bool";
    if (spelled == "decltype(nullptr)") spelled = "std::nullptr_t";
    return spelled + behind;
  }
  if (const auto* composite = dyn_cast<llvm::DICompositeType>(type)) {
    if (composite->getTag() == dwarf::DW_TAG_array_type) return array(composite, name);
    CUTAWAY_ASSIGN(std::string spelled, class_name(composite));
    return spelled + behind;
  }
  if (const auto* subroutine = dyn_cast<llvm::DISubroutineType>(type))
    return function_type(subroutine, name);
  return derived(llvm::cast<llvm::DIDerivedType>(type), name);
}

Result<std::string> Spelling::type(const llvm::DIType* type) { return variable(type, ""); }

}  // namespace cutaway
