// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "testgen/class_shape.h"

#include <llvm/BinaryFormat/Dwarf.h>

#include <algorithm>

namespace cutaway {

using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
namespace dwarf = llvm::dwarf;

namespace {

constexpr auto k_access_flags = llvm::DINode::FlagAccessibility;

bool is_public_flag(llvm::DINode::DIFlags flags, const llvm::DICompositeType* type) {
  auto access = flags & k_access_flags;
  if (access == llvm::DINode::FlagZero) return type->getTag() != dwarf::DW_TAG_class_type;
  return access == llvm::DINode::FlagPublic;
}

std::vector<const llvm::DISubprogram*> functions_of(const llvm::DICompositeType* type) {
  std::vector<const llvm::DISubprogram*> functions;
  for (const llvm::DINode* element : type->getElements())
    if (const auto* function = dyn_cast_or_null<llvm::DISubprogram>(element))
      functions.push_back(function);
  return functions;
}

const llvm::DISubprogram* declaration_of(const llvm::DISubprogram* function) {
  const llvm::DISubprogram* declaration = function->getDeclaration();
  return declaration != nullptr ? declaration : function;
}

bool takes_own_class(const llvm::DISubprogram* function, const llvm::DICompositeType* type) {
  auto parameters = parameters_of(function);
  return parameters.size() == 1 && is_reference(parameters[0]) &&
         class_of(pointee_of(parameters[0])) == type;
}

bool is_same_signature(const llvm::DISubprogram* a, const llvm::DISubprogram* b) {
  auto left = parameters_of(a);
  auto right = parameters_of(b);
  if (a->getName() != b->getName() || left.size() != right.size()) return false;
  if (is_const_member(a) != is_const_member(b)) return false;
  for (size_t i = 0; i < left.size(); ++i) {
    bool is_same =
        underlying(left[i]) == underlying(right[i]) ||
        (left[i] != nullptr && right[i] != nullptr && left[i]->getName() == right[i]->getName());
    if (!is_same) return false;
  }
  return true;
}

}  // namespace

std::string plain_name(const llvm::DICompositeType* type) {
  std::string name = type->getName().str();
  return name.substr(0, name.find('<'));
}

std::vector<ClassMember> members_of(const llvm::DICompositeType* type) {
  std::vector<ClassMember> members;
  for (const llvm::DINode* element : type->getElements()) {
    const auto* node = dyn_cast_or_null<llvm::DIDerivedType>(element);
    if (node == nullptr || node->isStaticMember() || node->isArtificial()) continue;
    bool is_base = node->getTag() == dwarf::DW_TAG_inheritance;
    if (!is_base && node->getTag() != dwarf::DW_TAG_member) continue;
    if (node->getName().starts_with("_vptr$")) continue;
    ClassMember member;
    member.name = node->getName().str();
    member.type = node->getBaseType();
    member.bit_offset = node->getOffsetInBits();
    member.offset = member.bit_offset / 8;
    member.is_bit_field = node->isBitField();
    member.bits = member.is_bit_field ? node->getSizeInBits() : size_of(member.type) * 8;
    member.is_public = is_public_flag(node->getFlags(), type);
    member.is_base = is_base;
    members.push_back(std::move(member));
  }
  return members;
}

bool is_union(const llvm::DICompositeType* type) {
  return type->getTag() == dwarf::DW_TAG_union_type;
}

bool is_polymorphic(const llvm::DICompositeType* type, DebugTypes* types) {
  type = types->complete(type);
  for (const llvm::DISubprogram* function : functions_of(type))
    if (function->getVirtuality() != 0) return true;
  for (const ClassMember& member : members_of(type))
    if (member.is_base && class_of(member.type) != nullptr &&
        is_polymorphic(class_of(member.type), types))
      return true;
  return false;
}

bool is_aggregate(const llvm::DICompositeType* type, DebugTypes* types) {
  for (const llvm::DISubprogram* function : functions_of(type))
    if (is_constructor(function)) return false;
  if (is_union(type) || is_polymorphic(type, types)) return false;
  for (const ClassMember& member : members_of(type))
    if (!member.is_public || member.is_base || member.name.empty()) return false;
  return true;
}

Access access_of(const llvm::DISubprogram* function) {
  const llvm::DISubprogram* declaration = declaration_of(function);
  auto flags = declaration->getFlags() & k_access_flags;
  if (flags == llvm::DINode::FlagPrivate) return Access::Private;
  if (flags == llvm::DINode::FlagProtected) return Access::Protected;
  if (flags == llvm::DINode::FlagPublic) return Access::Public;
  const llvm::DICompositeType* type = class_of_member(function);
  bool is_class = type != nullptr && type->getTag() == dwarf::DW_TAG_class_type;
  return is_class ? Access::Private : Access::Public;
}

const llvm::DICompositeType* class_of_member(const llvm::DISubprogram* function) {
  return dyn_cast_or_null<llvm::DICompositeType>(declaration_of(function)->getScope());
}

bool is_virtual(const llvm::DISubprogram* function) {
  return declaration_of(function)->getVirtuality() != 0;
}

bool is_constructor(const llvm::DISubprogram* function) {
  const llvm::DICompositeType* type = class_of_member(function);
  if (type == nullptr) return false;
  std::string name = function->getName().str();
  return name.substr(0, name.find('<')) == plain_name(type);
}

bool is_destructor(const llvm::DISubprogram* function) {
  return class_of_member(function) != nullptr && function->getName().starts_with("~");
}

std::vector<const llvm::DISubprogram*> constructors_of(const llvm::DICompositeType* type) {
  std::vector<const llvm::DISubprogram*> constructors;
  for (const llvm::DISubprogram* function : functions_of(type)) {
    bool is_usable =
        is_constructor(function) && !function->isDeleted() && !takes_own_class(function, type);
    if (is_usable) constructors.push_back(function);
  }
  return constructors;
}

bool has_public_default_constructor(const llvm::DICompositeType* type) {
  bool has_any = false;
  for (const llvm::DISubprogram* function : functions_of(type)) {
    if (!is_constructor(function)) continue;
    has_any = true;
    bool is_default = parameters_of(function).empty() && !function->isDeleted() &&
                      access_of(function) == Access::Public;
    if (is_default) return true;
  }
  return !has_any;
}

bool has_this(const llvm::DISubprogram* function) {
  auto types = function->getType() == nullptr ? llvm::DITypeRefArray(nullptr)
                                              : function->getType()->getTypeArray();
  return class_of_member(function) != nullptr && types.size() > 1 && types[1] != nullptr &&
         types[1]->isArtificial();
}

std::vector<const llvm::DIType*> parameters_of(const llvm::DISubprogram* function) {
  std::vector<const llvm::DIType*> parameters;
  if (function->getType() == nullptr) return parameters;
  auto types = function->getType()->getTypeArray();
  for (unsigned i = has_this(function) ? 2 : 1; i < types.size(); ++i)
    if (types[i] != nullptr) parameters.push_back(types[i]);
  return parameters;
}

bool is_variadic(const llvm::DISubprogram* function) {
  if (function->getType() == nullptr) return false;
  auto types = function->getType()->getTypeArray();
  return types.size() > 1 && types[types.size() - 1] == nullptr;
}

const llvm::DIType* result_of(const llvm::DISubprogram* function) {
  if (function->getType() == nullptr) return nullptr;
  auto types = function->getType()->getTypeArray();
  return types.size() > 0 ? types[0] : nullptr;
}

bool is_const_member(const llvm::DISubprogram* function) {
  if (!has_this(function)) return false;
  return is_const(pointee_of(function->getType()->getTypeArray()[1]));
}

std::vector<const llvm::DISubprogram*> virtual_functions_of(const llvm::DICompositeType* type,
                                                            DebugTypes* types) {
  type = types->complete(type);
  std::vector<const llvm::DISubprogram*> functions;
  for (const ClassMember& member : members_of(type)) {
    const llvm::DICompositeType* base = member.is_base ? class_of(member.type) : nullptr;
    if (base == nullptr) continue;
    for (const llvm::DISubprogram* function : virtual_functions_of(base, types))
      functions.push_back(function);
  }
  for (const llvm::DISubprogram* function : functions_of(type)) {
    if (is_destructor(function)) continue;
    auto same = std::find_if(functions.begin(), functions.end(),
                             [&](const auto* other) { return is_same_signature(function, other); });
    if (same != functions.end()) *same = function;
    else if (function->getVirtuality() != 0) functions.push_back(function);
  }
  return functions;
}

}  // namespace cutaway
