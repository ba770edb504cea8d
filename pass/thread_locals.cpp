// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "thread_locals.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"

namespace cutaway {
namespace {

using namespace llvm;

bool is_address_intrinsic(const User* user) {
  const auto* intrinsic = dyn_cast<IntrinsicInst>(user);
  return intrinsic && intrinsic->getIntrinsicID() == Intrinsic::threadlocal_address;
}

// A phi needs the address at the end of the block it comes from.
Instruction* place_for(Use& use) {
  if (auto* phi = dyn_cast<PHINode>(use.getUser()))
    return phi->getIncomingBlock(use)->getTerminator();
  return cast<Instruction>(use.getUser());
}

}  // namespace

void name_thread_local_addresses(Function& function) {
  SmallVector<Constant*, 4> variables;
  for (GlobalVariable& variable : function.getParent()->globals())
    if (variable.isThreadLocal()) variables.push_back(&variable);
  if (variables.empty()) return;
  convertUsersOfConstantsToInstructions(variables, &function);
  for (Constant* variable : variables) {
    for (Use& use : make_early_inc_range(variable->uses())) {
      auto* user = dyn_cast<Instruction>(use.getUser());
      if (!user || user->getFunction() != &function || is_address_intrinsic(user)) continue;
      if (isa<LandingPadInst>(user)) continue;
      IRBuilder<> builder(place_for(use));
      use.set(builder.CreateThreadLocalAddress(cast<GlobalVariable>(variable)));
    }
  }
}

}  // namespace cutaway
