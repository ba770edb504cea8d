// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "text_copies.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

namespace cutaway {
namespace {

using namespace llvm;

// A program may have functions of these names with other types, or of its own.
bool copies_text(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration()) return false;
  LLVMContext& context = call.getContext();
  Type* pointer = PointerType::getUnqual(context);
  if (callee->getName() == "strdup")
    return call.getFunctionType() == FunctionType::get(pointer, {pointer}, false);
  return callee->getName() == "strndup" &&
         call.getFunctionType() ==
             FunctionType::get(pointer, {pointer, Type::getInt64Ty(context)}, false);
}

Value* call_library(IRBuilder<>& builder, StringRef name, Type* result,
                    ArrayRef<Value*> arguments) {
  SmallVector<Type*, 2> types;
  for (const Value* argument : arguments) types.push_back(argument->getType());
  Module& module = *builder.GetInsertBlock()->getModule();
  return builder.CreateCall(
      module.getOrInsertFunction(name, FunctionType::get(result, types, false)), arguments);
}

void expand(CallInst& call) {
  IRBuilder<> builder(&call);
  Value* text = call.getArgOperand(0);
  Type* word = builder.getInt64Ty();
  Value* length = call.arg_size() == 1
                      ? call_library(builder, "strlen", word, {text})
                      : call_library(builder, "strnlen", word, {text, call.getArgOperand(1)});
  Value* copy = call_library(builder, "malloc", call.getType(),
                             {builder.CreateAdd(length, builder.getInt64(1))});
  call.replaceAllUsesWith(copy);
  Value* has_block = builder.CreateIsNotNull(copy);
  builder.SetInsertPoint(SplitBlockAndInsertIfThen(has_block, call.getIterator(), false));
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  builder.CreateMemCpy(copy, Align(1), text, Align(1), length);
  builder.CreateStore(builder.getInt8(0), builder.CreateGEP(builder.getInt8Ty(), copy, length));
  call.eraseFromParent();
}

}  // namespace

void expand_text_copies(Function& function) {
  SmallVector<CallBase*, 4> calls;
  for (Instruction& instruction : instructions(function))
    if (auto* call = dyn_cast<CallBase>(&instruction); call && copies_text(*call))
      calls.push_back(call);
  for (CallBase* call : calls) {
    auto* invoke = dyn_cast<InvokeInst>(call);
    expand(invoke ? *changeToCall(invoke) : *cast<CallInst>(call));
  }
}

}  // namespace cutaway
