// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "testgen/debug_types.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/Support/MemoryBuffer.h>

namespace cutaway {

using llvm::cast;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;
namespace dwarf = llvm::dwarf;

DebugTypes::DebugTypes(ProgramIndex program) : program_(std::move(program)) {
  // One node for each class, however many units know it.
  context_.enableDebugTypeODRUniquing();
  for (const ProgramFunction& function : program_.functions()) {
    units_.emplace(function.function->name, function.units.front());
    if (function.function->is_inline) inline_.insert(function.function->name);
  }
}

std::optional<uint32_t> DebugTypes::unit_of(const std::string& linkage_name) const {
  auto found = units_.find(linkage_name);
  return found == units_.end() ? std::nullopt : std::optional(found->second);
}

Result<llvm::Module*> DebugTypes::read_module(uint32_t unit) {
  std::unique_ptr<llvm::Module>& module = modules_[unit];
  if (module) return module.get();
  CUTAWAY_ASSIGN(std::string bitcode, read_bitcode(program_.units()[unit].name));
  auto parsed = llvm::parseBitcodeFile(
      llvm::MemoryBufferRef(bitcode, program_.units()[unit].source), context_);
  if (!parsed) {
    return user_fault(program_.units()[unit].source,
                      "its bitcode cannot be read: " + llvm::toString(parsed.takeError()));
  }
  module = std::move(*parsed);
  note_types(*module);
  return module.get();
}

void DebugTypes::note_types(const llvm::Module& module) {
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  for (const llvm::DIType* type : finder.types()) {
    note_typedef(type);
    const auto* composite = dyn_cast<llvm::DICompositeType>(type);
    if (composite != nullptr && !composite->isForwardDecl() && !composite->getName().empty())
      complete_.emplace(qualified_name(composite), composite);
  }
}

// The shortest name of those at the level of namespaces.
void DebugTypes::note_typedef(const llvm::DIType* type) {
  const auto* alias = dyn_cast<llvm::DIDerivedType>(type);
  if (alias == nullptr || alias->getTag() != dwarf::DW_TAG_typedef || alias->getName().empty())
    return;
  const auto* target = dyn_cast_or_null<llvm::DICompositeType>(alias->getBaseType());
  bool is_reachable =
      !is_local(alias->getScope()) && dyn_cast_or_null<llvm::DIType>(alias->getScope()) == nullptr;
  if (target == nullptr || !is_reachable) return;
  const llvm::DIDerivedType*& known = typedefs_[target];
  auto rank = [](const llvm::DIDerivedType* each) {
    std::string name = qualified_name(each);
    return std::pair(name.size(), name);
  };
  if (known == nullptr || rank(alias) < rank(known)) known = alias;
}

const llvm::DIDerivedType* DebugTypes::typedef_of(const llvm::DICompositeType* type) const {
  auto found = typedefs_.find(type);
  return found == typedefs_.end() ? nullptr : found->second;
}

Result<const llvm::DISubprogram*> DebugTypes::find_function(const std::string& linkage_name) {
  auto unit = unit_of(linkage_name);
  const llvm::DISubprogram* nothing = nullptr;
  if (!unit) return nothing;
  CUTAWAY_ASSIGN(llvm::Module * module, read_module(*unit));
  const llvm::Function* function = module->getFunction(linkage_name);
  if (function == nullptr) return nothing;
  return static_cast<const llvm::DISubprogram*>(function->getSubprogram());
}

const llvm::DISubprogram* DebugTypes::find_declaration(const std::string& linkage_name) const {
  for (const auto& [unit, module] : modules_) {
    if (!module) continue;
    const llvm::Function* function = module->getFunction(linkage_name);
    if (function != nullptr && function->getSubprogram() != nullptr)
      return function->getSubprogram();
  }
  return nullptr;
}

const llvm::DICompositeType* DebugTypes::complete(const llvm::DICompositeType* type) {
  if (type == nullptr || !type->isForwardDecl() || type->getName().empty()) return type;
  std::string name = qualified_name(type);
  auto found = complete_.find(name);
  for (uint32_t unit = 0; found == complete_.end() && unit < program_.units().size(); ++unit) {
    if (modules_.contains(unit) || !read_module(unit)) continue;
    found = complete_.find(name);
  }
  return found == complete_.end() ? type : found->second;
}

Result<const UnitSymbols*> DebugTypes::symbols_of(uint32_t unit) {
  auto found = symbols_.find(unit);
  if (found != symbols_.end()) return static_cast<const UnitSymbols*>(&found->second);
  CUTAWAY_ASSIGN(llvm::Module * module, read_module(unit));
  UnitSymbols& symbols = symbols_[unit];
  for (const llvm::GlobalValue& value : module->global_values()) {
    std::string name = value.getName().str();
    if (name.starts_with("llvm.")) continue;
    if (value.isDeclaration() || value.hasAvailableExternallyLinkage()) {
      if (!value.use_empty()) symbols.needed.insert(name);
    } else if (!value.hasLocalLinkage()) {
      symbols.defined.insert(name);
    }
  }
  return static_cast<const UnitSymbols*>(&symbols);
}

Result<std::optional<uint32_t>> DebugTypes::definer_of(const std::string& symbol) {
  if (auto unit = unit_of(symbol)) return unit;
  for (uint32_t unit = 0; unit < program_.units().size(); ++unit) {
    CUTAWAY_ASSIGN(const UnitSymbols* symbols, symbols_of(unit));
    if (symbols->defined.contains(symbol)) return std::optional(unit);
  }
  return std::optional<uint32_t>();
}

const llvm::DIType* unqualified(const llvm::DIType* type) {
  while (const auto* derived = dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    auto tag = derived->getTag();
    if (tag != dwarf::DW_TAG_const_type && tag != dwarf::DW_TAG_volatile_type) break;
    type = derived->getBaseType();
  }
  return type;
}

const llvm::DIType* underlying(const llvm::DIType* type) {
  while (const auto* derived = dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    auto tag = derived->getTag();
    if (tag != dwarf::DW_TAG_const_type && tag != dwarf::DW_TAG_volatile_type &&
        tag != dwarf::DW_TAG_typedef && tag != dwarf::DW_TAG_restrict_type &&
        tag != dwarf::DW_TAG_atomic_type && tag != dwarf::DW_TAG_template_alias)
      break;
    type = derived->getBaseType();
  }
  return type;
}

bool is_const(const llvm::DIType* type) {
  while (const auto* derived = dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    if (derived->getTag() == dwarf::DW_TAG_const_type) return true;
    if (derived->getTag() != dwarf::DW_TAG_volatile_type &&
        derived->getTag() != dwarf::DW_TAG_typedef)
      return false;
    type = derived->getBaseType();
  }
  return false;
}

const llvm::DICompositeType* class_of(const llvm::DIType* type) {
  const auto* composite = dyn_cast_or_null<llvm::DICompositeType>(underlying(type));
  if (composite == nullptr) return nullptr;
  auto tag = composite->getTag();
  bool is_class = tag == dwarf::DW_TAG_class_type || tag == dwarf::DW_TAG_structure_type ||
                  tag == dwarf::DW_TAG_union_type;
  return is_class ? composite : nullptr;
}

bool is_character_type(const llvm::DIType* type) {
  const auto* basic = dyn_cast_or_null<llvm::DIBasicType>(underlying(type));
  return basic != nullptr && basic->getSizeInBits() == 8 &&
         (basic->getEncoding() == dwarf::DW_ATE_signed_char ||
          basic->getEncoding() == dwarf::DW_ATE_unsigned_char);
}

bool is_pointer(const llvm::DIType* type) {
  const auto* derived = dyn_cast_or_null<llvm::DIDerivedType>(underlying(type));
  return derived != nullptr && derived->getTag() == dwarf::DW_TAG_pointer_type;
}

bool is_reference(const llvm::DIType* type) {
  const auto* derived = dyn_cast_or_null<llvm::DIDerivedType>(underlying(type));
  return derived != nullptr && (derived->getTag() == dwarf::DW_TAG_reference_type ||
                                derived->getTag() == dwarf::DW_TAG_rvalue_reference_type);
}

const llvm::DIType* pointee_of(const llvm::DIType* type) {
  if (!is_pointer(type) && !is_reference(type)) return nullptr;
  return cast<llvm::DIDerivedType>(underlying(type))->getBaseType();
}

uint64_t size_of(const llvm::DIType* type) {
  const llvm::DIType* plain = underlying(type);
  return plain == nullptr ? 0 : plain->getSizeInBits() / 8;
}

std::string qualified_scope(const llvm::DIScope* scope) {
  std::string name;
  for (; scope != nullptr; scope = scope->getScope()) {
    if (isa<llvm::DIFile>(scope) || isa<llvm::DICompileUnit>(scope)) break;
    if (const auto* space = dyn_cast<llvm::DINamespace>(scope)) {
      if (space->getExportSymbols()) continue;  // inline: std::__cxx11
    }
    if (!scope->getName().empty()) name = scope->getName().str() + "::" + name;
  }
  return name;
}

std::string qualified_name(const llvm::DIType* type) {
  return qualified_scope(type->getScope()) + type->getName().str();
}

std::string file_of(const llvm::DIScope* scope) {
  const llvm::DIFile* file = scope == nullptr ? nullptr : scope->getFile();
  if (file == nullptr) return {};
  std::string path = file->getFilename().str();
  if (path.starts_with("/") || file->getDirectory().empty()) return path;
  return file->getDirectory().str() + "/" + path;
}

bool is_local(const llvm::DIScope* scope) {
  for (; scope != nullptr; scope = scope->getScope()) {
    if (const auto* space = dyn_cast<llvm::DINamespace>(scope))
      if (space->getName().empty()) return true;
    if (isa<llvm::DISubprogram>(scope) || isa<llvm::DILexicalBlockBase>(scope)) return true;
  }
  return false;
}

}  // namespace cutaway
