// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of known functions: run for real, with ranges checked and mirrored by the recorder.
#include <pthread.h>
#include <cerrno>
#include "abi/known_cells.h"
#include "known_functions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "rules/rules.h"

namespace cutaway {
namespace {

using namespace llvm;

// Known functions neither throw nor need to be tail calls: what follows may be put behind each.
CallInst& as_plain_call(CallBase& call) {
  if (auto* invoke = dyn_cast<InvokeInst>(&call)) return *changeToCall(invoke);
  cast<CallInst>(call).setTailCallKind(CallInst::TCK_None);
  return cast<CallInst>(call);
}

void call_hook(Body& body, CallInst& call, Hook hook) {
  IRBuilder<> builder(&call);
  SmallVector<Value*, 4> arguments(call.args());
  CallInst* replacement = body.call(builder, hook, arguments);
  replacement->setDebugLoc(call.getDebugLoc());
  call.replaceAllUsesWith(replacement);
  call.eraseFromParent();
}

void check_comparison(Body& body, CallInst& call, Hook hook) {
  IRBuilder<> builder(call.getNextNode());
  SmallVector<Value*, 4> arguments(call.args());
  body.call(builder, hook, arguments);
}

// --- Results that go through a cell (abi/known_cells.h) ------------------------------------------

Value* address_at(IRBuilder<>& builder, uint64_t address) {
  return builder.CreateIntToPtr(builder.getInt64(address), builder.getPtrTy());
}

// Behind the call, in the record flavour. The cell itself is only written when a patch is made of
// it.
void check_result(Body& body, Instruction* place, Value* result, Value* cell, Value* shadow) {
  IRBuilder<> builder(place);
  Type* type = result->getType();
  Value* expected = builder.CreateAlignedLoad(type, shadow, Align(4));
  IRBuilder<> cold(body.add_cold_block(builder.CreateICmpNE(result, expected), place));
  cold.CreateAlignedStore(result, cell, Align(4));
  const uint64_t bytes = body.tables.layout().getTypeStoreSize(type);
  body.call(cold, Hook::load_differs, {cell, cold.getInt64(bytes)});
}

void weave_address(Body& body, CallInst& call, uint64_t cell) {
  Instruction* next = call.getNextNode();
  IRBuilder<> builder(next);
  if (body.is_record()) {
    check_result(body, next, &call, address_at(builder, cell),
                 address_at(builder, cell + k_shadow_offset));
    return;
  }
  Value* place = address_at(builder, cell);
  Value* found = builder.CreateAlignedLoad(call.getType(), place, Align(8));
  if (body.tracks_memory()) check_value(body, *next, place, found, /*is_counted=*/false);
  call.replaceAllUsesWith(found);
  call.eraseFromParent();
}

void weave_memo(Body& body, CallInst& call, uint64_t cells) {
  Instruction* place = body.is_record() ? call.getNextNode() : &call;
  IRBuilder<> builder(place);
  Value* index = builder.CreateAdd(call.getArgOperand(0), builder.getInt32(k_memo_bias));
  Value* has_cell = builder.CreateICmpULT(index, builder.getInt32(k_memo_entries));
  Value* offset = builder.CreateShl(builder.CreateZExt(index, builder.getInt64Ty()), 2);
  const auto at = [&](uint64_t base) {
    return builder.CreateIntToPtr(builder.CreateAdd(offset, builder.getInt64(base)),
                                  builder.getPtrTy());
  };
  MDNode* weights = MDBuilder(call.getContext()).createLikelyBranchWeights();
  if (body.is_record()) {
    Instruction* hit = SplitBlockAndInsertIfThen(has_cell, place->getIterator(), false, weights);
    builder.SetInsertPoint(hit);
    Value* cell = at(cells);
    check_result(body, hit, &call, cell, at(cells + k_shadow_offset));
    return;
  }
  Instruction *hit, *miss;
  SplitBlockAndInsertIfThenElse(has_cell, call.getIterator(), &hit, &miss, weights);
  builder.SetInsertPoint(hit);
  Value* place_of_cell = at(cells);
  Value* found = builder.CreateAlignedLoad(call.getType(), place_of_cell, Align(4));
  if (body.tracks_memory()) check_value(body, *hit, place_of_cell, found, /*is_counted=*/false);
  BasicBlock* merged = call.getParent();
  call.moveBefore(miss);
  PHINode* result = PHINode::Create(call.getType(), 2, "", merged->begin());
  call.replaceAllUsesWith(result);
  result->addIncoming(found, hit->getParent());
  result->addIncoming(&call, miss->getParent());
}

// --- Mutexes -------------------------------------------------------------------------------------

// libc reads the kind of a mutex first. Both flavours do the same here, so that a wild pointer
// fails in both.
void touch_mutex(IRBuilder<>& builder, Value* mutex) {
  Value* kind = builder.CreateConstGEP1_64(builder.getInt8Ty(), mutex,
                                           offsetof(pthread_mutex_t, __data.__kind));
  builder.CreateAlignedLoad(builder.getInt32Ty(), kind, Align(1), /*isVolatile=*/true);
}

// The result of a mutex operation that does not block, in front of `place`.
Value* result_at_position(Body& body, Instruction& place, uint64_t cell,
                          function_ref<Value*()> run) {
  IRBuilder<> builder(&place);
  Value* address = address_at(builder, cell);
  Value* result =
      body.is_record() ? run() : builder.CreateAlignedLoad(builder.getInt32Ty(), address, Align(8));
  if (body.tracks_memory()) check_value(body, place, address, result, /*is_counted=*/true);
  return result;
}

void replace_by_result(Body& body, CallInst& call, uint64_t cell) {
  Instruction& next = *call.getNextNode();
  Value* result = result_at_position(body, next, cell, [&] { return &call; });
  if (result == &call) return;
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

// Locks without blocking; if the mutex is taken, the call itself is an outcall, during which others
// are inside.
void lock_or_leave(Body& body, CallInst& call, uint64_t cell) {
  Value* taken = result_at_position(body, call, cell, [&]() -> Value* {
    IRBuilder<> builder(&call);
    return body.call(builder, Hook::mutex_trylock, {call.getArgOperand(0)});
  });
  IRBuilder<> builder(&call);
  Value* is_busy = builder.CreateICmpEQ(taken, builder.getInt32(EBUSY));
  BasicBlock* free = call.getParent();
  Instruction* busy = body.add_cold_block(is_busy, &call);
  PHINode* result = PHINode::Create(call.getType(), 2, "", call.getParent()->begin());
  call.replaceAllUsesWith(result);
  call.moveBefore(busy);
  result->addIncoming(taken, free);
  result->addIncoming(&call, busy->getParent());
  make_outcall(body, call);
}

void weave_mutex(Body& body, CallInst& call, uint64_t cell) {
  IRBuilder<> builder(&call);
  touch_mutex(builder, call.getArgOperand(0));
  count_position(body, call);
  if (callee_of(call)->getName() == "pthread_mutex_lock") return lock_or_leave(body, call, cell);
  replace_by_result(body, call, cell);
}

}  // namespace

bool weave_known_function(Body& body, CallBase& call) {
  const Function* callee = callee_of(call);
  if (!callee || callee->getFunctionType() != call.getFunctionType()) return false;
  const auto known = find_known_function(*callee);
  if (!known) return false;
  const StringRef name = callee->getName();
  CallInst& whole = as_plain_call(call);
  CallInst* natural = leave_if_poisoned(body, whole, name);
  CallInst& plain = natural ? *natural : whole;
  switch (known->kind) {
    case KnownKind::ranges:
      if (body.tracks_memory()) call_hook(body, plain, known->hook);
      break;
    case KnownKind::comparison:
      if (body.tracks_memory()) check_comparison(body, plain, known->hook);
      break;
    case KnownKind::memo:
      weave_memo(body, plain, known->cells);
      break;
    case KnownKind::address:
      weave_address(body, plain, known->cells);
      break;
    case KnownKind::mutex:
      weave_mutex(body, plain, known->cells);
      break;
    case KnownKind::exact_errno:
      count_position(body, plain);
      break;
    case KnownKind::exact:
      break;
  }
  return true;
}

}  // namespace cutaway
