// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types as source code spells them, and the headers that declare what was spelled.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "testgen/debug_types.h"

namespace cutaway {

class Spelling {
 public:
  explicit Spelling(DebugTypes* types) : types_(types) {}

  // Fails for a type that the test cannot name; the error says why.
  Result<std::string> type(const llvm::DIType* type);
  // "type name", also for arrays and pointers to functions.
  Result<std::string> variable(const llvm::DIType* type, const std::string& name);
  // Notes the header of a class or enumeration. Fails if no header declares it.
  Status need(const llvm::DIType* type);
  // Notes the header that declares the function.
  Status need_function(const llvm::DISubprogram* function);
  void need_system(const std::string& header) { system_headers_.insert(header); }

  // Paths of the user's headers, in the order of their first use.
  const std::vector<std::string>& headers() const { return headers_; }
  const std::set<std::string>& system_headers() const { return system_headers_; }
  DebugTypes& types() { return *types_; }

 private:
  Result<std::string> class_name(const llvm::DICompositeType* type);
  Result<std::string> library_class(const llvm::DICompositeType* type);
  Result<std::string> array(const llvm::DICompositeType* type, const std::string& name);
  Result<std::string> function_type(const llvm::DISubroutineType* type, const std::string& name);
  Result<std::string> derived(const llvm::DIDerivedType* type, const std::string& name);
  void add_header(const std::string& path);

  DebugTypes* types_;
  std::vector<std::string> headers_;
  std::set<std::string> system_headers_;
};

// The name of a template of the standard library without its arguments ("vector"); empty: it is
// no class of it. Basic strings are "string", "string_view", "wstring", ...
std::string library_name(const llvm::DIType* type);
// Type argument number `index` of a template; null: there is none.
const llvm::DIType* template_argument(const llvm::DICompositeType* type, size_t index);

bool is_system_path(const std::string& path);

}  // namespace cutaway
