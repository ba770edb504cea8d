// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls that AddressSanitizer's pass put in, and calls that its runtime checks.
//
// The shadow that it keeps is not tracked. What the inside does to it, the frames on its stack, is
// done in all flavours. What the outside does to it, blocks and global variables, a replay does not
// have: there everything may be used. A report is an outcall, and what its access finds in the
// shadow is a patch at the start of the segment (runtime/record/asan.cpp), so that the replayer
// comes to the same report.
#include "abi/asan.h"
#include "asan.h"
#include "known_functions.h"
#include "llvm/ADT/StringMap.h"
#include "rules/rules.h"

namespace cutaway {
namespace {

using namespace llvm;

// Poison the inside's own frames.
bool is_natural(StringRef name) {
  return name == "__asan_alloca_poison" || name == "__asan_allocas_unpoison" ||
         name == "__asan_poison_stack_memory" || name == "__asan_unpoison_stack_memory" ||
         name.starts_with("__asan_set_shadow_");
}

// The program may go on after a report (-fsanitize-recover=address).
void leave_to_report(Body& body, CallBase& call) {
  if (!call.doesNotReturn()) {
    IRBuilder<> builder(continuation_of(call));
    body.call(builder, Hook::asan_reported, {});
  }
  make_outcall(body, call);
}

// __asan_report_load4(address), __asan_report_store_n(address, size), both perhaps ..._noabort
void weave_report(Body& body, CallBase& call, StringRef name) {
  IRBuilder<> builder(&call);
  Value* size = call.arg_size() > 1 ? call.getArgOperand(1) : nullptr;
  if (!size) {
    uint64_t bytes = 1;
    name.consume_front("__asan_report_load") || name.consume_front("__asan_report_store");
    name.consumeInteger(10, bytes);
    size = builder.getInt64(bytes);
  }
  body.call(builder, Hook::asan_report, {call.getArgOperand(0), size});
  leave_to_report(body, call);
}

// The frames of the inside stack may be left without what undoes their poison.
void weave_no_return(Body& body, CallBase& call) {
  IRBuilder<> builder(&call);
  Type* word = builder.getInt64Ty();
  constexpr uint64_t k_half = k_inside_stack_size / 2;
  Value* sp =
      builder.CreateLoad(word, body.context_field(builder, offsetof(CutawayContext, inside_sp)));
  Value* top = builder.CreateAnd(builder.CreateAdd(sp, builder.getInt64(k_half - 1)),
                                 builder.getInt64(~(k_half - 1)));
  Value* from =
      builder.CreateAdd(builder.CreateLShr(sp, k_asan_scale), builder.getInt64(k_asan_offset));
  Value* bytes = builder.CreateLShr(builder.CreateSub(top, sp), k_asan_scale);
  // Not memset, whose arguments would be checked.
  FunctionCallee clean = body.tables.module().getOrInsertFunction("__asan_set_shadow_00",
                                                                  builder.getVoidTy(), word, word);
  builder.CreateCall(clean, {from, bytes})->setDoesNotThrow();
  if (!body.is_record()) {
    call.eraseFromParent();
    return;
  }
  const auto* next = dyn_cast_or_null<CallBase>(call.getNextNode());
  const Function* callee = next ? callee_of(*next) : nullptr;
  if (callee && callee->getName() == "exit") body.call(builder, Hook::asan_exit, {});
}

// __asan_memcpy and its like, which stand for the intrinsics.
void weave_memory_call(Body& body, CallBase& call, StringRef name) {
  CallInst* plain = cast<CallInst>(&call);
  if (CallInst* natural = leave_if_poisoned(body, *plain, name)) plain = natural;
  IRBuilder<> builder(plain);
  Value* to = plain->getArgOperand(0);
  Value* size = plain->getArgOperand(2);
  CallInst* intrinsic;
  if (name == "memset") {
    Value* byte = builder.CreateTrunc(plain->getArgOperand(1), builder.getInt8Ty());
    intrinsic = builder.CreateMemSet(to, byte, size, Align(1));
  } else if (name == "memcpy") {
    intrinsic = builder.CreateMemCpy(to, Align(1), plain->getArgOperand(1), Align(1), size);
  } else {
    intrinsic = builder.CreateMemMove(to, Align(1), plain->getArgOperand(1), Align(1), size);
  }
  plain->replaceAllUsesWith(to);
  plain->eraseFromParent();
  weave_memory_intrinsic(body, cast<IntrinsicInst>(*intrinsic));
}

std::optional<unsigned> checked_number(StringRef name) {
  static const StringMap<unsigned> numbers = {
#define CUTAWAY_ASAN_CHECKED(name) {#name, k_asan_checked_##name},
      CUTAWAY_ASAN_CHECKED_FUNCTIONS(CUTAWAY_ASAN_CHECKED)
#undef CUTAWAY_ASAN_CHECKED
  };
  const auto found = numbers.find(name);
  if (found == numbers.end()) return std::nullopt;
  return found->second;
}

}  // namespace

CallInst* leave_if_poisoned(Body& body, CallInst& call, StringRef name) {
  const auto number = checked_number(name);
  if (!number || !has_asan(body.tables.module())) return nullptr;
  IRBuilder<> builder(&call);
  SmallVector<Value*, 4> arguments{builder.getInt32(*number)};
  for (Value* argument : call.args())
    arguments.push_back(argument->getType()->isPointerTy()
                            ? builder.CreatePtrToInt(argument, builder.getInt64Ty())
                            : builder.CreateZExt(argument, builder.getInt64Ty()));
  while (arguments.size() < 4) arguments.push_back(builder.getInt64(0));
  Value* is_poisoned = body.call(builder, Hook::asan_is_poisoned, arguments);
  const CallPair pair = split_call(builder.CreateIsNull(is_poisoned), call);
  leave_to_report(body, *pair.outside);
  return cast<CallInst>(pair.inside);
}

void check_release(Body& body, CallBase& call) {
  const Function* callee = callee_of(call);
  if (!callee || !has_asan(body.tables.module())) return;
  const StringRef name = callee->getName();
  const bool is_release =
      name == "free" || name.starts_with("_ZdlPv") || name.starts_with("_ZdaPv");
  if (!is_release || !is_allocator(name)) return;
  IRBuilder<> builder(&call);
  Value* block = builder.CreatePtrToInt(call.getArgOperand(0), builder.getInt64Ty());
  body.call(
      builder, Hook::asan_is_poisoned,
      {builder.getInt32(k_asan_checked_free), block, builder.getInt64(0), builder.getInt64(0)});
}

bool weave_asan_call(Body& body, CallBase& call) {
  const Function* callee = callee_of(call);
  if (!callee || !callee->isDeclaration() || !has_asan(body.tables.module())) return false;
  StringRef name = callee->getName();
  if (!name.starts_with("__asan_")) return false;
  if (name.starts_with("__asan_report_")) {
    weave_report(body, call, name);
  } else if (name == "__asan_handle_no_return") {
    weave_no_return(body, call);
  } else if (name == "__asan_memcpy" || name == "__asan_memmove" || name == "__asan_memset") {
    weave_memory_call(body, call, name.drop_front(strlen("__asan_")));
  } else {
    return is_natural(name);
  }
  return true;
}

}  // namespace cutaway
