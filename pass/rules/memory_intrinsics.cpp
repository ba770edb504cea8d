// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// memcpy, memmove and memset as LLVM knows them: check what is read, mirror what is written.
#include "asan.h"
#include "llvm/Analysis/ValueTracking.h"
#include "rules/rules.h"

namespace cutaway {
namespace {

using namespace llvm;

constexpr uint64_t k_inline_check_bytes = 64;

bool reads_constant(const Value* source) {
  const auto* global = dyn_cast<GlobalVariable>(getUnderlyingObject(source));
  return global && global->isConstant();
}

// Short ranges are compared in place: the code generator expands bcmp of a constant size.
void check_source(Body& body, Instruction& place, Value* source, Value* bytes) {
  IRBuilder<> builder(&place);
  auto* size = dyn_cast<ConstantInt>(bytes);
  const bool calls_bcmp = !has_asan(body.tables.module());  // which would check its arguments
  if (!size || size->getZExtValue() > k_inline_check_bytes || !calls_bcmp) {
    body.check_range(builder, source, bytes);
    return;
  }
  FunctionCallee compare = body.tables.module().getOrInsertFunction(
      "bcmp", builder.getInt32Ty(), builder.getPtrTy(), builder.getPtrTy(), builder.getInt64Ty());
  Value* count = builder.getInt64(size->getZExtValue());
  CallInst* difference = builder.CreateCall(compare, {source, body.shadow(builder, source), count});
  difference->setDoesNotThrow();
  IRBuilder<> cold(body.add_cold_block(builder.CreateIsNotNull(difference), &place));
  body.call(cold, Hook::load_differs, {source, count});
}

void mirror_transfer(Body& body, MemTransferInst& transfer) {
  Instruction* next = transfer.getNextNode();
  if (!body.is_private(transfer.getRawSourceUse()) && !reads_constant(transfer.getRawSource())) {
    // memcpy runs first, so that a fault happens in the program's own copy; memmove may overwrite
    // its source.
    Instruction* place = isa<MemMoveInst>(transfer) ? &transfer : next;
    check_source(body, *place, transfer.getRawSource(), transfer.getLength());
  }
  if (body.is_private(transfer.getRawDestUse())) return;
  // Behind the check: a structure may be copied onto itself.
  IRBuilder<> builder(next);
  body.mirror_range(builder, transfer.getRawDest(), transfer.getLength());
}

void mirror_set(Body& body, MemSetInst& set) {
  if (body.is_private(set.getRawDestUse())) return;
  IRBuilder<> builder(set.getNextNode());
  if (has_asan(body.tables.module()))
    return body.mirror_range(builder, set.getRawDest(), set.getLength());
  builder.CreateMemSet(body.shadow(builder, set.getRawDest()), set.getValue(), set.getLength(),
                       Align(1));
}

}  // namespace

bool weave_memory_intrinsic(Body& body, IntrinsicInst& call) {
  if (!isa<MemIntrinsic>(call)) return false;
  if (!body.tracks_memory()) return true;
  if (auto* transfer = dyn_cast<MemTransferInst>(&call)) mirror_transfer(body, *transfer);
  if (auto* set = dyn_cast<MemSetInst>(&call)) mirror_set(body, *set);
  return true;
}

}  // namespace cutaway
