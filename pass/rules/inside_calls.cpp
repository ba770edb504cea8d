// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls that stay inside: the callee's flavour, with the context in front.
#include "rules/rules.h"

namespace cutaway {
namespace {

using namespace llvm;

// Only what the code generator needs: a flavour keeps few promises of the original.
AttributeList kept_attributes(const CallBase& call) {
  LLVMContext& context = call.getContext();
  AttrBuilder functions(context);
  for (Attribute::AttrKind kind :
       {Attribute::NoUnwind, Attribute::NoReturn, Attribute::ReturnsTwice, Attribute::NoMerge})
    if (call.hasFnAttr(kind)) functions.addAttribute(kind);
  return call.getAttributes().removeFnAttributes(context).addFnAttributes(context, functions);
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
  FunctionType* old = call.getFunctionType();
  SmallVector<Type*, 8> types{body.context->getType()};
  types.append(old->param_begin(), old->param_end());
  SmallVector<Value*, 8> arguments{body.context};
  arguments.append(call.arg_begin(), call.arg_end());
  FunctionType* type = FunctionType::get(old->getReturnType(), types, old->isVarArg());
  CallBase* replacement = create_in_place(call, type, target, arguments);
  if (call.isMustTailCall()) cast<CallInst>(replacement)->setTailCallKind(CallInst::TCK_MustTail);
  replacement->setCallingConv(call.getCallingConv());
  replacement->setAttributes(behind_context(call, kept_attributes(call)));
  call.replaceAllUsesWith(replacement);
  replacement->takeName(&call);
  call.eraseFromParent();
}

}  // namespace cutaway
