// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a class consists of, as far as others may know.
#pragma once
#include <string>
#include <vector>

#include "testgen/debug_types.h"

namespace cutaway {

struct ClassMember {
  std::string name;
  const llvm::DIType* type = nullptr;
  uint64_t offset = 0;  // in bytes
  uint64_t bits = 0;
  uint64_t bit_offset = 0;  // from the start of its class
  bool is_bit_field = false;
  bool is_public = false;
  bool is_base = false;
};

// Data members and bases in their order; static ones and the pointer to the vtable are left out.
std::vector<ClassMember> members_of(const llvm::DICompositeType* type);

// Without the arguments of a template.
std::string plain_name(const llvm::DICompositeType* type);

bool is_union(const llvm::DICompositeType* type);
// Nothing but public data, so that braces initialise it.
bool is_aggregate(const llvm::DICompositeType* type, DebugTypes* types);
// It has virtual functions, of its own or of a base.
bool is_polymorphic(const llvm::DICompositeType* type, DebugTypes* types);

enum class Access { Public, Protected, Private };
Access access_of(const llvm::DISubprogram* function);

bool is_virtual(const llvm::DISubprogram* function);
bool is_constructor(const llvm::DISubprogram* function);
bool is_destructor(const llvm::DISubprogram* function);
// Declared ones, without those that are deleted, copy and move.
std::vector<const llvm::DISubprogram*> constructors_of(const llvm::DICompositeType* type);
bool has_public_default_constructor(const llvm::DICompositeType* type);

// Without `this`.
std::vector<const llvm::DIType*> parameters_of(const llvm::DISubprogram* function);
const llvm::DIType* result_of(const llvm::DISubprogram* function);
bool is_variadic(const llvm::DISubprogram* function);
// A member that needs an object.
bool has_this(const llvm::DISubprogram* function);
bool is_const_member(const llvm::DISubprogram* function);
// Null: no member.
const llvm::DICompositeType* class_of_member(const llvm::DISubprogram* function);

// Virtual functions that a class derived from it can override, those of bases included; one that is
// overridden stands once, as declared last. Destructors are left out.
std::vector<const llvm::DISubprogram*> virtual_functions_of(const llvm::DICompositeType* type,
                                                            DebugTypes* types);

}  // namespace cutaway
