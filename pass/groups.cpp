// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "groups.h"
#include <cstdlib>
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "places.h"
#include "sides.h"

namespace cutaway {
namespace {

using namespace llvm;

constexpr StringLiteral k_group_attribute = "cutaway-group";
constexpr StringLiteral k_inline_attribute = "cutaway-inline";

// Instances of a template are one group.
StringRef without_arguments(StringRef name) {
  return name.take_until([](char c) { return c == '<'; });
}

// The outermost class around `function`; lambdas and local classes belong to the function they
// stand in. Null for free functions.
const DICompositeType* outermost_class(const DISubprogram& function) {
  const DICompositeType* found = nullptr;
  for (const DIScope* scope = function.getScope(); scope; scope = scope->getScope())
    if (const auto* type = dyn_cast<DICompositeType>(scope)) found = type;
  return found;
}

struct QualifiedName {
  std::string text;
  bool is_local = false;  // to its file: an unnamed namespace
};

QualifiedName name_of(const DICompositeType& type) {
  QualifiedName name{without_arguments(type.getName()).str()};
  for (const DIScope* scope = type.getScope(); scope; scope = scope->getScope()) {
    const auto* space = dyn_cast<DINamespace>(scope);
    if (!space) continue;
    if (space->getName().empty()) name.is_local = true;
    else name.text = space->getName().str() + "::" + name.text;
  }
  return name;
}

// Debug information without types (-g1) has no classes, so what stands before the last "::" counts.
std::string context_by_name(StringRef linkage_name) {
  ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(linkage_name.str().c_str()) || !demangler.isFunction()) return "";
  char* buffer = demangler.getFunctionDeclContextName(nullptr, nullptr);
  const std::string name = buffer ? without_arguments(buffer).str() : "";
  std::free(buffer);
  return name;
}

// Small programs have all in one file, of which main calls the rest. What is local to that file is
// mostly part of main, and is inlined there.
bool is_of_main(const Function& function) {
  const Function* main = function.getParent()->getFunction("main");
  return main && !main->isDeclaration() && (&function == main || function.hasLocalLinkage());
}

// Empty for inline free functions: they are inlined as they are in the plain program.
std::string class_group(const Function& function, bool is_inline) {
  const DISubprogram* subprogram = function.getSubprogram();
  const DICompileUnit* unit = subprogram ? subprogram->getUnit() : nullptr;
  std::string group;
  if (unit && unit->getEmissionKind() == DICompileUnit::FullDebug) {
    if (const DICompositeType* type = outermost_class(*subprogram)) {
      const QualifiedName name = name_of(*type);
      group = name.is_local ? path_of(function) + ": " + name.text : name.text;
    }
  } else {
    group = context_by_name(function.getName());
  }
  if (!group.empty() || is_inline) return group;
  return path_of(function) + (is_of_main(function) ? ": main" : "");
}

}  // namespace

Granularity parse_granularity(StringRef text) {
  if (text == "none") return Granularity::none;
  return text == "function" ? Granularity::function : Granularity::klass;
}

void set_group(Function& function, Granularity granularity, bool is_inline) {
  if (granularity == Granularity::none) return;
  std::string group = function.getName().str();
  if (granularity == Granularity::klass) group = class_group(function, is_inline);
  else if (function.hasLocalLinkage()) group = path_of(function) + ": " + group;
  if (!group.empty()) function.addFnAttr(k_group_attribute, group);
  if (is_inline) function.addFnAttr(k_inline_attribute);
}

StringRef group_of(const Function& function) {
  return function.getFnAttribute(k_group_attribute).getValueAsString();
}

bool is_inline_code(const Function& function) {
  return function.hasFnAttribute(k_inline_attribute);
}

bool is_group_border(const Function& caller, const Function& callee) {
  return !group_of(callee).empty() && group_of(caller) != group_of(callee) && !callee.isVarArg();
}

bool needs_guard(const Function& caller, const Function& callee) {
  if (group_of(callee).empty() || callee.isVarArg()) return false;
  const bool has_fixed_side =
      !group_of(caller).empty() && !caller.isVarArg() && !is_inline_code(caller);
  return !has_fixed_side || is_group_border(caller, callee);
}

}  // namespace cutaway
