// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of known functions: run for real, with ranges checked and mirrored by the recorder.
#include "rules/rules.h"
#include "known_functions.h"

namespace cutaway {
namespace {

using namespace llvm;

// Whether the call's types are the ones the hook was made for.
bool fits(FunctionType* hook, const CallBase& call) {
  if (hook->getReturnType() != call.getType() && !hook->getReturnType()->isVoidTy()) return false;
  if (hook->getNumParams() != call.arg_size() + 1) return false;
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (hook->getParamType(i + 1) != call.getArgOperand(i)->getType()) return false;
  return true;
}

void call_hook(Body& body, CallBase& call, Hook hook) {
  IRBuilder<> builder(&call);
  SmallVector<Value*, 4> arguments(call.arg_begin(), call.arg_end());
  CallInst* replacement = body.call(builder, hook, arguments);
  replacement->setDebugLoc(call.getDebugLoc());
  call.replaceAllUsesWith(replacement);
  if (auto* invoke = dyn_cast<InvokeInst>(&call)) {
    builder.CreateBr(invoke->getNormalDest());
    invoke->getUnwindDest()->removePredecessor(invoke->getParent());
  }
  call.eraseFromParent();
}

// The value of a comparison is the code generator's choice (only its sign is defined): the call stays
// as it is in both flavours, and the recorder checks what it read.
bool is_comparison(StringRef name) {
  return name == "memcmp" || name == "bcmp" || name == "strcmp" || name == "strncmp";
}

void check_comparison(Body& body, CallBase& call, Hook hook) {
  IRBuilder<> builder(continuation_of(call));
  SmallVector<Value*, 4> arguments(call.arg_begin(), call.arg_end());
  body.call(builder, hook, arguments);
}

}  // namespace

bool weave_known_function(Body& body, CallBase& call) {
  const Function* callee = callee_of(call);
  if (!callee) return false;
  const auto known = find_known_function(*callee);
  if (!known) return false;
  if (known->kind == KnownKind::exact) return true;
  if (!fits(body.tables.hook_type(known->hook), call)) return false;
  if (is_comparison(callee->getName())) {
    if (body.is_record()) check_comparison(body, call, known->hook);
    return true;
  }
  if (body.is_record() || known->kind == KnownKind::memo) call_hook(body, call, known->hook);
  return true;
}

}  // namespace cutaway
