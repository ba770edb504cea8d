// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "declarations.h"

namespace cutaway {

using namespace llvm;

void declare(Function& function) {
  function.deleteBody();
  function.setComdat(nullptr);
}

void declare(GlobalVariable& variable) {
  if (variable.isDeclaration()) return;
  variable.setInitializer(nullptr);
  variable.setLinkage(GlobalValue::ExternalLinkage);
  variable.setComdat(nullptr);
  variable.clearMetadata();
}

void replace_by_declaration(GlobalValue& global) {
  Module& module = *global.getParent();
  GlobalValue* declared = nullptr;
  if (auto* type = dyn_cast<FunctionType>(global.getValueType()))
    declared =
        Function::Create(type, GlobalValue::ExternalLinkage, global.getAddressSpace(), "", &module);
  else
    declared =
        new GlobalVariable(module, global.getValueType(), false, GlobalValue::ExternalLinkage,
                           nullptr, "", nullptr, global.getThreadLocalMode());
  declared->takeName(&global);
  declared->setVisibility(global.getVisibility());
  declared->setDSOLocal(global.isDSOLocal());
  global.replaceAllUsesWith(declared);
  global.eraseFromParent();
}

}  // namespace cutaway
