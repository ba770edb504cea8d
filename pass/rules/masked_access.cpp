// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Masked vector loads and stores, gathers and scatters: the same operation on the shadow, compared
// as a whole; on a difference each enabled lane is checked by itself.
#include "rules/rules.h"

namespace cutaway {
namespace {

using namespace llvm;

Value* shadow_of(Body& body, IRBuilder<>& builder, Value* address) {
  if (address->getType()->isPointerTy()) return body.shadow(builder, address);
  auto* lanes = cast<FixedVectorType>(address->getType());
  Type* words = VectorType::get(builder.getInt64Ty(), lanes->getElementCount());
  Value* numbers = builder.CreatePtrToInt(address, words);
  Value* offset =
      ConstantVector::getSplat(lanes->getElementCount(), builder.getInt64(k_shadow_offset));
  return builder.CreateIntToPtr(builder.CreateAdd(numbers, offset), lanes);
}

Value* lane_address(IRBuilder<>& builder, Value* address, Type* element, unsigned lane) {
  if (!address->getType()->isPointerTy()) return builder.CreateExtractElement(address, lane);
  return builder.CreateConstGEP1_64(element, address, lane);
}

void check_lanes(Body& body, Instruction* place, Value* address, Value* mask,
                 FixedVectorType* type) {
  const uint64_t bytes = body.tables.layout().getTypeStoreSize(type->getElementType());
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    IRBuilder<> builder(place);
    Instruction* enabled = body.add_cold_block(builder.CreateExtractElement(mask, lane), place);
    IRBuilder<> inner(enabled);
    body.check_range(inner, lane_address(inner, address, type->getElementType(), lane),
                     inner.getInt64(bytes));
  }
}

void check_masked_load(Body& body, IntrinsicInst& call) {
  auto* type = cast<FixedVectorType>(call.getType());
  Value* address = call.getArgOperand(0);
  Instruction* next = call.getNextNode();
  IRBuilder<> builder(next);
  auto* copy = cast<CallInst>(call.clone());
  copy->setArgOperand(0, shadow_of(body, builder, address));
  builder.Insert(copy);
  Type* number = builder.getIntNTy(body.tables.layout().getTypeSizeInBits(type));
  const auto as_number = [&](Value* value) {
    if (type->getElementType()->isPointerTy())
      value = builder.CreatePtrToInt(
          value, VectorType::get(builder.getInt64Ty(), type->getElementCount()));
    return builder.CreateBitCast(value, number);
  };
  Value* differs = builder.CreateICmpNE(as_number(&call), as_number(copy));
  check_lanes(body, body.add_cold_block(differs, next), address, call.getArgOperand(2), type);
}

void mirror_masked_store(Body& body, IntrinsicInst& call) {
  IRBuilder<> builder(call.getNextNode());
  auto* copy = cast<CallInst>(call.clone());
  copy->setArgOperand(1, shadow_of(body, builder, call.getArgOperand(1)));
  builder.Insert(copy);
}

}  // namespace

bool weave_masked_access(Body& body, IntrinsicInst& call) {
  const Intrinsic::ID id = call.getIntrinsicID();
  const bool is_load = id == Intrinsic::masked_load || id == Intrinsic::masked_gather;
  const bool is_store = id == Intrinsic::masked_store || id == Intrinsic::masked_scatter;
  if (!is_load && !is_store) return false;
  if (body.tracks_memory() && is_load) check_masked_load(body, call);
  if (body.tracks_memory() && is_store) mirror_masked_store(body, call);
  return true;
}

}  // namespace cutaway
