// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sorts calls: to a flavour of this module, to the outside, or decided at run time by where the
// callee's code lies.
#include "llvm/IR/CFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include "rules/rules.h"

namespace cutaway {
namespace {

using namespace llvm;

bool is_must_tail(const CallBase& call) {
  const auto* plain = dyn_cast<CallInst>(&call);
  return plain && plain->isMustTailCall();
}

void merge_results(CallBase& call, CallPair pair, BasicBlock* inside_end, BasicBlock* outside_end,
                   Instruction* merge) {
  if (call.use_empty()) return;
  PHINode* result = PHINode::Create(call.getType(), 2, "", merge->getParent()->begin());
  result->addIncoming(pair.inside, inside_end);
  result->addIncoming(pair.outside, outside_end);
  call.replaceAllUsesWith(result);
}

// Doubles a plain call under `condition`.
CallPair split_plain_call(Value* condition, CallInst& call) {
  Instruction* next = call.getNextNode();
  Instruction *then_end, *else_end;
  auto* copy = cast<CallInst>(call.clone());
  SplitBlockAndInsertIfThenElse(condition, &call, &then_end, &else_end);
  copy->insertBefore(then_end);
  auto* other = cast<CallInst>(call.clone());
  other->insertBefore(else_end);
  merge_results(call, {copy, other}, then_end->getParent(), else_end->getParent(), next);
  call.eraseFromParent();
  return {copy, other};
}

// Doubles an invoke: both go to a new common block on return and to the old pad on unwinding.
CallPair split_invoke(Value* condition, InvokeInst& call) {
  BasicBlock* head = call.getParent();
  BasicBlock* pad = call.getUnwindDest();
  BasicBlock* merge = SplitEdge(head, call.getNormalDest());
  Function* function = head->getParent();
  auto* inside_block = BasicBlock::Create(call.getContext(), "cutaway.inside", function, merge);
  auto* outside_block = BasicBlock::Create(call.getContext(), "cutaway.outside", function, merge);
  auto* inside = cast<InvokeInst>(call.clone());
  auto* outside = cast<InvokeInst>(call.clone());
  inside->insertInto(inside_block, inside_block->end());
  outside->insertInto(outside_block, outside_block->end());
  for (PHINode& phi : pad->phis()) {
    Value* value = phi.getIncomingValueForBlock(head);
    phi.removeIncomingValue(head, false);
    phi.addIncoming(value, inside_block);
    phi.addIncoming(value, outside_block);
  }
  merge_results(call, {inside, outside}, inside_block, outside_block, &merge->front());
  call.eraseFromParent();
  IRBuilder<>(head).CreateCondBr(condition, inside_block, outside_block);
  return {inside, outside};
}

// A musttail call ends its function: both copies do, with a return of their own.
CallPair split_tail_call(Value* condition, CallInst& call) {
  BasicBlock* head = call.getParent();
  BasicBlock* tail = SplitBlock(head, &call);
  ValueToValueMapTy values;
  BasicBlock* copy =
      BasicBlock::Create(call.getContext(), "cutaway.inside", head->getParent(), tail);
  for (Instruction& instruction : *tail) {
    Instruction* cloned = instruction.clone();
    cloned->insertInto(copy, copy->end());
    values[&instruction] = cloned;
    for (Use& operand : cloned->operands())
      if (Value* mapped = values.lookup(operand.get())) operand.set(mapped);
  }
  auto* inside = cast<CallInst>(&copy->front());
  head->getTerminator()->eraseFromParent();
  IRBuilder<>(head).CreateCondBr(condition, copy, tail);
  return {inside, &call};
}

// A call to another group, which may lie outside of what is zoomed to.
void weave_guarded_call(Body& body, CallBase& call, Function& callee, const FlavourSet& flavours) {
  if (body.is_record()) {
    reserve_site(body, call);
    return make_inside_call(body, call, flavours.record);
  }
  Function* flavour = flavours.get(body.flavour);
  IRBuilder<> builder(&call);
  Value* stays = is_zoomed_to(body, builder, body.tables.function_table(callee));
  if (body.shared_calls.is_shared(body, call)) {
    Value* site = reserve_site(body, call);
    Function* outcall = body.shared_calls.outcall_for(body, call);
    return call_target(body, call, builder.CreateSelect(stays, flavour, outcall), site);
  }
  const CallPair pair = split_call(stays, call);
  make_inside_call(body, *pair.inside, flavour);
  make_outcall(body, *pair.outside);
}

// A definition here that is not inside, or a name that nobody can weave.
bool is_surely_outside(const Function* callee) {
  return callee && !callee->isDeclaration() && !callee->isInterposable();
}

// Of a function whose side is known at run time.
void weave_unknown_call(Body& body, CallBase& call) {
  Value* callee = call.getCalledOperand();
  if (body.shared_calls.is_shared(body, call)) {
    Value* site = reserve_site(body, call);
    Function* target = body.shared_calls.target_for(body, call);
    IRBuilder<> builder(&call);
    SmallVector<Value*, 1> arguments(target->arg_size(), callee);
    return call_target(body, call, builder.CreateCall(target, arguments), site);
  }
  const CallPair pair = split_call(stays_inside(body, call, callee), call);
  IRBuilder<> inside(pair.inside);
  make_inside_call(body, *pair.inside, flavour_of_entry(body, inside, callee));
  make_outcall(body, *pair.outside);
}

void weave_call(Body& body, CallBase& call) {
  Function* callee = callee_of(call);
  const auto flavours = callee ? body.flavours.find(callee) : body.flavours.end();
  if (flavours != body.flavours.end() && !callee->isInterposable()) {
    if (body.is_guarded(*callee)) return weave_guarded_call(body, call, *callee, flavours->second);
    return make_inside_call(body, call, flavours->second.get(body.flavour));
  }
  if (is_surely_outside(callee) && flavours == body.flavours.end()) {
    make_outcall(body, call);
    return;
  }
  weave_unknown_call(body, call);
}

}  // namespace

Function* callee_of(const CallBase& call) {
  Value* operand = call.getCalledOperand()->stripPointerCasts();
  if (auto* alias = dyn_cast<GlobalAlias>(operand); alias && !alias->isInterposable())
    operand = alias->stripPointerCastsAndAliases();
  return dyn_cast<Function>(operand);
}

CallPair split_call(Value* condition, CallBase& call) {
  if (auto* invoke = dyn_cast<InvokeInst>(&call)) return split_invoke(condition, *invoke);
  if (is_must_tail(call)) return split_tail_call(condition, cast<CallInst>(call));
  return split_plain_call(condition, cast<CallInst>(call));
}

CallBase* create_in_place(CallBase& call, FunctionType* type, Value* target,
                          ArrayRef<Value*> arguments) {
  IRBuilder<> builder(&call);
  CallBase* created;
  if (auto* invoke = dyn_cast<InvokeInst>(&call)) {
    created = builder.CreateInvoke(type, target, invoke->getNormalDest(), invoke->getUnwindDest(),
                                   arguments);
  } else {
    created = builder.CreateCall(type, target, arguments);
  }
  created->setDebugLoc(call.getDebugLoc());
  return created;
}

AttributeList behind_context(const CallBase& call, AttributeList attributes) {
  LLVMContext& context = call.getContext();
  SmallVector<AttributeSet, 8> parameters{
      AttributeSet::get(context, {Attribute::get(context, Attribute::SwiftSelf)})};
  for (unsigned i = 0; i < call.arg_size(); ++i) parameters.push_back(attributes.getParamAttrs(i));
  return AttributeList::get(context, attributes.getFnAttrs(), attributes.getRetAttrs(), parameters);
}

Instruction* continuation_of(CallBase& call) {
  auto* invoke = dyn_cast<InvokeInst>(&call);
  if (!invoke) return call.getNextNode();
  return &SplitEdge(invoke->getParent(), invoke->getNormalDest())->front();
}

void apply_calls(Body& body) {
  for (CallBase* call : body.calls) {
    if (weave_intrinsic(body, *call)) continue;
    if (weave_inline_asm(body, *call)) continue;
    if (weave_exception_call(body, *call)) continue;
    if (weave_setjmp(body, *call)) continue;
    if (weave_asan_call(body, *call)) continue;
    if (weave_known_function(body, *call)) continue;
    weave_call(body, *call);
  }
}

void apply_landing_pads(Body& body) {
  for (LandingPadInst* pad : body.landing_pads) {
    IRBuilder<> builder(pad->getNextNode());
    body.call(builder, Hook::caught, {builder.CreateExtractValue(pad, 0)});
  }
}

}  // namespace cutaway
