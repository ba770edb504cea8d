// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls that stay inside: the callee's flavour, with the context in front.
#include "rules/rules.h"

namespace cutaway {
namespace {

using namespace llvm;

AttributeList shifted_attributes(const CallBase& call) {
  LLVMContext& context = call.getContext();
  const AttributeList old = call.getAttributes();
  SmallVector<AttributeSet, 8> parameters;
  parameters.push_back(AttributeSet::get(context, {Attribute::get(context, Attribute::SwiftSelf)}));
  for (unsigned i = 0; i < call.arg_size(); ++i) parameters.push_back(old.getParamAttrs(i));
  // Only what the code generator needs: a flavour keeps few promises of the original.
  AttrBuilder functions(context);
  for (Attribute::AttrKind kind :
       {Attribute::NoUnwind, Attribute::NoReturn, Attribute::ReturnsTwice, Attribute::NoMerge})
    if (call.hasFnAttr(kind)) functions.addAttribute(kind);
  return AttributeList::get(context, AttributeSet::get(context, functions), old.getRetAttrs(),
                            parameters);
}

void check_byval_sources(Body& body, CallBase& call) {
  IRBuilder<> builder(&call);
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    if (!call.isByValArgument(i)) continue;
    const uint64_t bytes = body.tables.layout().getTypeAllocSize(call.getParamByValType(i));
    body.check_range(builder, call.getArgOperand(i), builder.getInt64(bytes));
  }
}

}  // namespace

void make_inside_call(Body& body, CallBase& call, Value* target) {
  body.set_loud();
  if (body.tracks_memory()) check_byval_sources(body, call);
  IRBuilder<> builder(&call);
  FunctionType* old = call.getFunctionType();
  SmallVector<Type*, 8> types{builder.getPtrTy()};
  types.append(old->param_begin(), old->param_end());
  SmallVector<Value*, 8> arguments{body.context};
  arguments.append(call.arg_begin(), call.arg_end());
  FunctionType* type = FunctionType::get(old->getReturnType(), types, old->isVarArg());
  SmallVector<OperandBundleDef, 1> bundles;
  CallBase* replacement;
  if (auto* invoke = dyn_cast<InvokeInst>(&call)) {
    replacement = builder.CreateInvoke(type, target, invoke->getNormalDest(),
                                       invoke->getUnwindDest(), arguments);
  } else {
    CallInst* plain = builder.CreateCall(type, target, arguments);
    if (cast<CallInst>(call).isMustTailCall()) plain->setTailCallKind(CallInst::TCK_MustTail);
    replacement = plain;
  }
  replacement->setCallingConv(call.getCallingConv());
  replacement->setAttributes(shifted_attributes(call));
  replacement->setDebugLoc(call.getDebugLoc());
  call.replaceAllUsesWith(replacement);
  replacement->takeName(&call);
  call.eraseFromParent();
}

}  // namespace cutaway
