// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "parts.h"
#include "abi/store.h"
#include "assembler.h"
#include "declarations.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/xxhash.h"

namespace cutaway {
namespace {

using namespace llvm;

// Whether `function` may be defined in another object than the rest of its module. Tables of labels
// and aliases must be where their function is.
bool can_be_apart(const Function& function) {
  if (function.isDeclaration() || function.hasComdat() || function.hasPrefixData()) return false;
  if (!function.hasLocalLinkage() && !function.hasExternalLinkage()) return false;
  if (any_of(function, [](const BasicBlock& block) { return block.hasAddressTaken(); }))
    return false;
  return none_of(function.users(),
                 [](const User* user) { return isa<GlobalAlias>(user) || isa<GlobalIFunc>(user); });
}

std::string hash_of_code(ArrayRef<Function*> functions) {
  SmallVector<uint8_t, 0> text;
  for (const Function* function : functions) {
    text.append(function->getName().bytes_begin(), function->getName().bytes_end());
    for (const Instruction& instruction : instructions(function)) {
      text.push_back(instruction.getOpcode());
      text.push_back(instruction.getNumOperands());
    }
  }
  return utohexstr(xxh3_64bits(text), /*LowerCase=*/true);
}

class Splitter {
 public:
  Splitter(Module& module, ArrayRef<Function*> movable) : module_(module) {
    if (has_assembler(module)) return;
    uint64_t all = 0;
    for (const Function& function : module) all += function.getInstructionCount();
    uint64_t moved = 0;
    for (Function* function : movable) {
      if (moved >= all / 2 || !can_be_apart(*function)) continue;
      apart_.insert(function);
      moved += function->getInstructionCount();
    }
  }

  void name_shared_locals() {
    SetVector<GlobalValue*> shared;
    for (Function* function : apart_) shared.insert(function);
    SmallPtrSet<const Constant*, 32> seen;
    for (Function* function : apart_) {
      for (Use& operand : function->operands()) collect(operand.get(), shared, seen);
      for (Instruction& instruction : instructions(function))
        for (Use& operand : instruction.operands()) collect(operand.get(), shared, seen);
    }
    const std::string suffix = CUTAWAY_PART_SUFFIX + hash_of_code(apart_.getArrayRef());
    for (GlobalValue* global : shared) {
      // Later passes drop inline functions and variables that this part does not use.
      if (global->hasLinkOnceODRLinkage()) global->setLinkage(GlobalValue::WeakODRLinkage);
      if (global->hasLinkOnceAnyLinkage()) global->setLinkage(GlobalValue::WeakAnyLinkage);
      if (!global->hasLocalLinkage()) continue;
      global->setName(global->getName() + suffix);
      global->setLinkage(GlobalValue::ExternalLinkage);
      global->setVisibility(GlobalValue::HiddenVisibility);
      global->setDSOLocal(true);
    }
  }

  void keep_first() {
    for (Function* function : apart_) function->deleteBody();
  }

  void keep_second() {
    drop_lists();
    replace_aliases();
    for (GlobalVariable& variable : make_early_inc_range(module_.globals())) declare(variable);
    for (Function& function : module_) {
      if (!function.isDeclaration() && !apart_.contains(&function)) declare(function);
    }
    for (DICompileUnit* unit : module_.debug_compile_units()) {
      unit->replaceGlobalVariables(nullptr);
      unit->replaceRetainedTypes(nullptr);
      unit->replaceEnumTypes(nullptr);
      unit->replaceImportedEntities(nullptr);
    }
  }

 private:
  static void collect(Value* value, SetVector<GlobalValue*>& found,
                      SmallPtrSet<const Constant*, 32>& seen) {
    auto* constant = dyn_cast<Constant>(value);
    if (!constant || !seen.insert(constant).second) return;
    if (auto* global = dyn_cast<GlobalValue>(constant)) {
      found.insert(global);
      return;
    }
    for (Use& operand : constant->operands()) collect(operand.get(), found, seen);
  }

  // llvm.used and its like, which are of the first part.
  void drop_lists() {
    for (GlobalVariable& variable : make_early_inc_range(module_.globals()))
      if (variable.hasAppendingLinkage() || variable.getName().starts_with("llvm."))
        variable.eraseFromParent();
  }

  void replace_aliases() {
    SmallVector<GlobalValue*, 16> others;
    for (GlobalAlias& alias : module_.aliases()) others.push_back(&alias);
    for (GlobalIFunc& ifunc : module_.ifuncs()) others.push_back(&ifunc);
    for (GlobalValue* other : others) replace_by_declaration(*other);
  }

  Module& module_;
  SetVector<Function*> apart_;
};

}  // namespace

Part parse_part(StringRef text) {
  if (text == "first") return Part::first;
  return text == "second" ? Part::second : Part::whole;
}

void keep_part(Module& module, ArrayRef<Function*> movable, Part part) {
  if (part == Part::whole) return;
  Splitter splitter(module, movable);
  splitter.name_shared_locals();
  if (part == Part::first) {
    splitter.keep_first();
  } else {
    splitter.keep_second();
  }
}

}  // namespace cutaway
