// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "assembler.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"

namespace cutaway {

using namespace llvm;

bool has_assembler(const Module& module) {
  if (!module.getModuleInlineAsm().empty()) return true;
  for (const Function& function : module)
    for (const Instruction& instruction : instructions(function))
      if (const auto* call = dyn_cast<CallBase>(&instruction))
        if (const auto* text = dyn_cast<InlineAsm>(call->getCalledOperand()))
          if (!text->getAsmString().empty()) return true;
  return false;
}

}  // namespace cutaway
