// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit_index.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/raw_ostream.h"
#include "places.h"

namespace cutaway {
namespace {

using namespace llvm;

// "ns::Outer::Inner", as demangled names spell it.
std::string qualified_name(const DIType& type) {
  std::string name = type.getName().str();
  for (const DIScope* scope = type.getScope(); scope; scope = scope->getScope()) {
    if (isa<DIFile>(scope) || isa<DICompileUnit>(scope)) break;
    const StringRef part = scope->getName();
    name = (part.empty() ? "(anonymous namespace)" : part.str()) + "::" + name;
  }
  return name;
}

// A base may be named by a typedef.
const DIType* underlying(const DIType* type) {
  while (const auto* derived = dyn_cast_or_null<DIDerivedType>(type)) type = derived->getBaseType();
  return type;
}

json::Array classes_with_bases(const Module& module) {
  DebugInfoFinder finder;
  finder.processModule(module);
  json::Array classes;
  for (const DIType* type : finder.types()) {
    const auto* composite = dyn_cast<DICompositeType>(type);
    if (!composite || composite->getName().empty() || !composite->getRawElements()) continue;
    json::Array names;
    for (const DINode* element : composite->getElements()) {
      const auto* base = dyn_cast_or_null<DIDerivedType>(element);
      if (!base || base->getTag() != dwarf::DW_TAG_inheritance) continue;
      if (const DIType* target = underlying(base->getBaseType()))
        names.push_back(qualified_name(*target));
    }
    if (names.empty()) continue;
    names.insert(names.begin(), qualified_name(*composite));
    classes.push_back(std::move(names));
  }
  return classes;
}

std::string flags_of(const Function& function) {
  std::string flags;
  if (function.hasLocalLinkage()) flags += 's';
  else if (function.hasAvailableExternallyLinkage()) flags += 'c';
  else if (function.isDiscardableIfUnused() || function.hasWeakODRLinkage()) flags += 'i';
  if (is_from_header(function)) flags += 'h';
  return flags;
}

}  // namespace

std::string unit_index(const Module& module, json::Object command) {
  StringMap<size_t> numbers;
  json::Array files;
  std::string lines;
  raw_string_ostream stream(lines);
  for (const Function& function : module) {
    if (function.isDeclaration()) continue;
    const std::string path = path_of(function);
    const auto [file, is_new] = numbers.try_emplace(path, files.size());
    if (is_new) files.push_back(json::fixUTF8(path));
    const DISubprogram* subprogram = function.getSubprogram();
    stream << function.getName() << '\t' << file->second << '\t'
           << (subprogram ? subprogram->getLine() : 0) << '\t' << function.getInstructionCount()
           << '\t' << flags_of(function) << '\n';
  }
  command["source"] = json::fixUTF8(module.getSourceFileName());
  command["files"] = std::move(files);
  command["classes"] = classes_with_bases(module);
  std::string head;
  raw_string_ostream(head) << json::Value(std::move(command)) << '\n';
  return head + lines;
}

}  // namespace cutaway
