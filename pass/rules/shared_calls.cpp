// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rules/shared_calls.h"
#include "asan.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "rules/rules.h"

namespace cutaway {
namespace {

using namespace llvm;

// In instructions. Shorter functions are often called in loops, and cost little time to compile.
constexpr unsigned k_long_function = 1'000;
constexpr unsigned k_fewest_calls = 3;

constexpr Attribute::AttrKind k_kept_of_parameters[] = {Attribute::ZExt, Attribute::SExt,
                                                        Attribute::InReg, Attribute::StructRet};
constexpr Attribute::AttrKind k_kept_of_calls[] = {Attribute::NoUnwind, Attribute::NoReturn};
constexpr Attribute::AttrKind k_unshared_of_parameters[] = {
    Attribute::ByVal, Attribute::ByRef,     Attribute::InAlloca,   Attribute::Preallocated,
    Attribute::Nest,  Attribute::SwiftSelf, Attribute::SwiftAsync, Attribute::SwiftError};

AttributeSet kept(LLVMContext& context, AttributeSet all, ArrayRef<Attribute::AttrKind> kinds) {
  AttrBuilder builder(context);
  for (Attribute::AttrKind kind : kinds)
    if (all.hasAttribute(kind)) builder.addAttribute(all.getAttribute(kind));
  return AttributeSet::get(context, builder);
}

// What the ABI needs, and whether the call comes back.
AttributeList kept_attributes(const CallBase& call) {
  LLVMContext& context = call.getContext();
  const AttributeList all = call.getAttributes();
  SmallVector<AttributeSet, 8> parameters;
  for (unsigned i = 0; i < call.arg_size(); ++i)
    parameters.push_back(kept(context, all.getParamAttrs(i), k_kept_of_parameters));
  return AttributeList::get(context, kept(context, all.getFnAttrs(), k_kept_of_calls),
                            kept(context, all.getRetAttrs(), k_kept_of_parameters), parameters);
}

// Vectors are passed as the caller's target features say; of aggregates parts may be undefined.
bool is_plain_type(const Type* type) { return !type->isVectorTy() && !type->isAggregateType(); }

bool can_be_shared(const CallBase& call) {
  if (call.isInlineAsm() || isa<IntrinsicInst>(call) || isa<CallBrInst>(call)) return false;
  if (call.hasOperandBundles() || call.isMustTailCall()) return false;
  if (call.getCallingConv() != CallingConv::C && call.getCallingConv() != CallingConv::Fast)
    return false;
  if (call.hasFnAttr(Attribute::ReturnsTwice) || call.getType()->isVectorTy()) return false;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    if (!is_plain_type(call.getArgOperand(i)->getType())) return false;
    for (Attribute::AttrKind kind : k_unshared_of_parameters)
      if (call.paramHasAttr(i, kind)) return false;
  }
  return true;
}

bool is_indirect(const CallBase& call) { return !isa<Constant>(call.getCalledOperand()); }

// The context, the arguments, the site, the callee if it is not known.
FunctionType* outcall_type(const CallBase& call) {
  auto* pointer = PointerType::getUnqual(call.getContext());
  SmallVector<Type*, 8> types{pointer};
  for (const Use& argument : call.args()) types.push_back(argument->getType());
  types.append(is_indirect(call) ? 2 : 1, pointer);
  return FunctionType::get(call.getType(), types, false);
}

}  // namespace

SharedCalls::SharedCalls(ArrayRef<Function*> functions) {
  if (functions.empty() || has_asan(*functions.front()->getParent())) return;
  for (const Function* function : functions) {
    if (function->getInstructionCount() < k_long_function) continue;
    for (const Instruction& instruction : instructions(function))
      if (auto* call = dyn_cast<CallBase>(&instruction); call && can_be_shared(*call))
        ++counts_[shape_of(*call)];
  }
}

SharedCalls::Shape SharedCalls::shape_of(const CallBase& call) {
  void* attributes = kept_attributes(call).getRawPointer();
  Value* callee = is_indirect(call) ? nullptr : call.getCalledOperand();
  return {callee, outcall_type(call), call.getFunctionType(), attributes, call.getCallingConv()};
}

bool SharedCalls::is_shared(const Body& body, const CallBase& call) const {
  return body.size >= k_long_function && can_be_shared(call) &&
         counts_.lookup(shape_of(call)) >= k_fewest_calls;
}

Function* SharedCalls::create(Body& body, FunctionType* type, const CallBase& call,
                              StringRef suffix) {
  const auto* callee = dyn_cast<Function>(call.getCalledOperand());
  const StringRef name = callee ? callee->getName() : "cutaway";
  Function* created =
      Function::Create(type, GlobalValue::InternalLinkage, name + suffix, body.tables.module());
  created->addFnAttr(Attribute::NoInline);
  created->setUWTableKind(UWTableKind::Async);
  if (body.function.hasFnAttribute("frame-pointer"))
    created->addFnAttr(body.function.getFnAttribute("frame-pointer"));
  made_[static_cast<unsigned>(body.flavour)].push_back(created);
  return created;
}

Function* SharedCalls::outcall_for(Body& body, CallBase& call) {
  Function*& outcall = outcalls_[{shape_of(call), static_cast<unsigned>(body.flavour)}];
  if (outcall) return outcall;
  outcall = create(body, outcall_type(call), call, ".outcall");
  outcall->setCallingConv(call.getCallingConv());
  const AttributeList attributes = kept_attributes(call);
  const AttributeList own = behind_context(call, attributes);
  for (unsigned i = 0; i < outcall->arg_size(); ++i)
    outcall->addParamAttrs(i, AttrBuilder(call.getContext(), own.getParamAttrs(i)));
  outcall->addRetAttrs(AttrBuilder(call.getContext(), own.getRetAttrs()));
  outcall->addFnAttrs(AttrBuilder(call.getContext(), own.getFnAttrs()));

  IRBuilder<> builder(BasicBlock::Create(call.getContext(), "entry", outcall));
  const unsigned count = call.arg_size();
  SmallVector<Value*, 8> arguments;
  for (unsigned i = 0; i < count; ++i) arguments.push_back(outcall->getArg(i + 1));
  Value* callee = is_indirect(call) ? outcall->getArg(count + 2) : call.getCalledOperand();
  CallInst* only = builder.CreateCall(call.getFunctionType(), callee, arguments);
  only->setCallingConv(call.getCallingConv());
  only->setAttributes(attributes);
  if (call.doesNotReturn()) {
    builder.CreateUnreachable();
  } else if (call.getType()->isVoidTy()) {
    builder.CreateRetVoid();
  } else {
    builder.CreateRet(only);
  }
  SiteList sites{outcall->getArg(count + 1)};
  Body inner(body.tables, body.flavours, *this, sites, *outcall, body.flavour);
  make_outcall(inner, *only);
  return outcall;
}

Function* SharedCalls::target_for(Body& body, CallBase& call) {
  Function* outcall = outcall_for(body, call);
  Function*& target = targets_[outcall];
  if (target) return target;
  LLVMContext& context = call.getContext();
  auto* pointer = PointerType::getUnqual(context);
  auto* type = is_indirect(call) ? FunctionType::get(pointer, {pointer}, false)
                                 : FunctionType::get(pointer, false);
  target = create(body, type, call, ".target");
  IRBuilder<> builder(BasicBlock::Create(context, "entry", target));
  Value* callee = is_indirect(call) ? target->getArg(0) : call.getCalledOperand();
  Instruction* end = builder.CreateRet(outcall);
  Value* stays = stays_inside(body, *end, callee);
  builder.SetInsertPoint(SplitBlockAndInsertIfThen(stays, end->getIterator(), true));
  ReturnInst* inside = builder.CreateRet(flavour_of_entry(body, builder, callee));
  inside->getNextNode()->eraseFromParent();
  return target;
}

ArrayRef<Function*> SharedCalls::made_for(Flavour flavour) const {
  const auto made = made_.find(static_cast<unsigned>(flavour));
  return made == made_.end() ? ArrayRef<Function*>() : ArrayRef<Function*>(made->second);
}

void call_target(Body& body, CallBase& call, Value* target, Value* site) {
  body.set_loud();
  SmallVector<Value*, 8> arguments{body.context};
  for (Value* argument : call.args())
    arguments.push_back(isa<UndefValue>(argument) ? Constant::getNullValue(argument->getType())
                                                  : argument);
  arguments.push_back(site);
  if (is_indirect(call)) arguments.push_back(call.getCalledOperand());
  FunctionType* type = outcall_type(call);
  if (call.getFunctionType()->isVarArg()) {
    const unsigned fixed = call.getFunctionType()->getNumParams() + 1;
    type = FunctionType::get(type->getReturnType(), type->params().take_front(fixed), true);
  }
  CallBase* replacement = create_in_place(call, type, target, arguments);
  replacement->setCallingConv(call.getCallingConv());
  replacement->setAttributes(behind_context(call, kept_attributes(call)));
  replacement->addFnAttr(Attribute::NoMerge);  // one for each line: see mark.cpp
  call.replaceAllUsesWith(replacement);
  call.eraseFromParent();
}

}  // namespace cutaway
