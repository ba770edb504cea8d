// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "global_references.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace cutaway {
namespace {

using namespace llvm;

using Seen = SmallPtrSet<const Value*, 32>;

void collect(const Value* value, Globals& found, Seen& seen) {
  const auto* constant = dyn_cast_or_null<Constant>(value);
  if (!constant || !seen.insert(constant).second) return;
  if (const auto* global = dyn_cast<GlobalValue>(constant)) {
    found.insert(const_cast<GlobalValue*>(global));
    return;
  }
  for (const Use& operand : constant->operands()) collect(operand.get(), found, seen);
}

void collect_users(const Value& value, Globals& found, Seen& seen) {
  for (const User* user : value.users()) {
    if (const auto* instruction = dyn_cast<Instruction>(user)) {
      found.insert(const_cast<Function*>(instruction->getFunction()));
    } else if (const auto* global = dyn_cast<GlobalValue>(user)) {
      found.insert(const_cast<GlobalValue*>(global));
    } else if (seen.insert(user).second) {
      collect_users(*user, found, seen);
    }
  }
}

}  // namespace

Globals globals_in(const Constant& constant) {
  Globals found;
  Seen seen;
  collect(&constant, found, seen);
  return found;
}

Globals references_of(const GlobalValue& global) {
  Globals found;
  Seen seen;
  for (const Use& operand : global.operands()) collect(operand.get(), found, seen);
  if (const auto* function = dyn_cast<Function>(&global))
    for (const Instruction& instruction : instructions(function))
      for (const Use& operand : instruction.operands()) collect(operand.get(), found, seen);
  return found;
}

Globals global_users(const GlobalValue& global) {
  Globals found;
  Seen seen;
  collect_users(global, found, seen);
  return found;
}

}  // namespace cutaway
