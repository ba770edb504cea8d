// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types, functions and symbols of a program, from the debug information of its kept bitcode.
#pragma once
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "weave/program.h"

namespace cutaway {

// Linkage names that a unit defines for others, and that it needs.
struct UnitSymbols {
  std::set<std::string> defined;
  std::set<std::string> needed;
};

class DebugTypes {
 public:
  explicit DebugTypes(ProgramIndex program);
  DebugTypes(const DebugTypes&) = delete;

  const ProgramIndex& program() const { return program_; }
  // A function of a header: whoever includes that has it.
  bool is_inline(const std::string& linkage_name) const { return inline_.contains(linkage_name); }
  // The unit that holds the function; nothing: none does.
  std::optional<uint32_t> unit_of(const std::string& linkage_name) const;
  // Null: it is not the program's, or there is no debug information.
  Result<const llvm::DISubprogram*> find_function(const std::string& linkage_name);
  // Declared in any unit that has been read, e.g. a function of a library.
  const llvm::DISubprogram* find_declaration(const std::string& linkage_name) const;
  // A class that one unit only declares may be defined in another.
  const llvm::DICompositeType* complete(const llvm::DICompositeType* type);
  // A typedef that headers may name it by; null: there is none.
  const llvm::DIDerivedType* typedef_of(const llvm::DICompositeType* type) const;
  Result<const UnitSymbols*> symbols_of(uint32_t unit);
  // Unit that defines a variable or function for others; nothing: none does.
  Result<std::optional<uint32_t>> definer_of(const std::string& symbol);

 private:
  Result<llvm::Module*> read_module(uint32_t unit);
  void note_types(const llvm::Module& module);
  void note_typedef(const llvm::DIType* type);

  ProgramIndex program_;
  llvm::LLVMContext context_;
  std::map<std::string, uint32_t> units_;  // by linkage name of a function
  std::set<std::string> inline_;
  std::map<uint32_t, std::unique_ptr<llvm::Module>> modules_;
  std::map<uint32_t, UnitSymbols> symbols_;
  std::map<std::string, const llvm::DICompositeType*> complete_;  // of C, by name
  std::map<const llvm::DICompositeType*, const llvm::DIDerivedType*> typedefs_;
};

// Without typedefs, const and volatile. Null: void.
const llvm::DIType* underlying(const llvm::DIType* type);
// Without const and volatile.
const llvm::DIType* unqualified(const llvm::DIType* type);
bool is_const(const llvm::DIType* type);
// A class, struct or union; null: something else.
const llvm::DICompositeType* class_of(const llvm::DIType* type);
// What a pointer or reference leads to; null: it is neither, or it is void.
const llvm::DIType* pointee_of(const llvm::DIType* type);
bool is_character_type(const llvm::DIType* type);
bool is_pointer(const llvm::DIType* type);
bool is_reference(const llvm::DIType* type);
uint64_t size_of(const llvm::DIType* type);
// "ns::Outer::Inner", as source code spells it; of a template with its arguments.
std::string qualified_name(const llvm::DIType* type);
std::string qualified_scope(const llvm::DIScope* scope);
// Path of the file that declares it; empty if unknown.
std::string file_of(const llvm::DIScope* scope);
// Declared in a namespace without a name, or in a function: no other file can name it.
bool is_local(const llvm::DIScope* scope);

}  // namespace cutaway
