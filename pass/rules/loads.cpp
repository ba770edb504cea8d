// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checked loads: what differs from the shadow was changed by the outside.
#include "asan.h"
#include "llvm/Analysis/ValueTracking.h"
#include "rules/rules.h"

namespace cutaway {
namespace {

using namespace llvm;

bool is_constant_memory(const Value* address) {
  const auto* global = dyn_cast<GlobalVariable>(getUnderlyingObject(address));
  return global && global->isConstant();
}

bool is_fp80(Type* type) { return type->isX86_FP80Ty(); }

// Integer of the same size, or null where comparing memory is simpler.
Type* comparable_type(Type* type, const DataLayout& layout) {
  const uint64_t bits = layout.getTypeSizeInBits(type);
  if (type->isAggregateType() || is_fp80(type) || type->isPtrOrPtrVectorTy()) return nullptr;
  if (bits != layout.getTypeStoreSizeInBits(type) || !isPowerOf2_64(bits) || bits > 512)
    return nullptr;
  return IntegerType::get(type->getContext(), bits);
}

Value* differs_from_shadow(Body& body, IRBuilder<>& builder, Value* address, Value* value) {
  const DataLayout& layout = body.tables.layout();
  Type* type = value->getType();
  Value* shadow = body.shadow(builder, address);
  if (type->isPointerTy())
    return builder.CreateICmpNE(value, builder.CreateAlignedLoad(type, shadow, Align(1)));
  if (Type* number = comparable_type(type, layout))
    return builder.CreateICmpNE(builder.CreateBitCast(value, number),
                                builder.CreateAlignedLoad(number, shadow, Align(1)));
  // long double, odd integers, aggregates: compare the bytes in memory.
  FunctionCallee compare = body.tables.module().getOrInsertFunction(
      "bcmp", builder.getInt32Ty(), builder.getPtrTy(), builder.getPtrTy(), builder.getInt64Ty());
  CallInst* call = builder.CreateCall(
      compare, {address, shadow, builder.getInt64(layout.getTypeStoreSize(type))});
  call->setDoesNotThrow();
  return builder.CreateIsNotNull(call);
}

}  // namespace

void check_value(Body& body, Instruction& after, Value* address, Value* value, bool is_counted) {
  const uint64_t bytes = body.tables.layout().getTypeStoreSize(value->getType());
  IRBuilder<> builder(&after);
  const bool calls_bcmp =
      !value->getType()->isPointerTy() && !comparable_type(value->getType(), body.tables.layout());
  if (calls_bcmp && !is_counted &&
      has_asan(body.tables.module()))  // bcmp would check its arguments
    return body.check_range(builder, address, builder.getInt64(bytes));
  Value* differs = differs_from_shadow(body, builder, address, value);
  Instruction* cold_end = body.add_cold_block(differs, &after);
  IRBuilder<> cold(cold_end);
  if (!is_counted) {
    body.call(cold, Hook::load_differs, {address, cold.getInt64(bytes)});
    return;
  }
  Value* buffer = body.slot_buffer(Slots::count_bytes(bytes));
  cold.CreateAlignedStore(value, buffer, Align(8));
  body.call(cold, Hook::value_differs, {address, cold.getInt64(bytes), buffer});
}

void count_position(Body& body, Instruction& access) {
  IRBuilder<> builder(&access);
  Value* field = body.context_field(builder, offsetof(CutawayContext, position));
  Value* left =
      builder.CreateSub(builder.CreateLoad(builder.getInt64Ty(), field), builder.getInt64(1));
  builder.CreateStore(left, field);
  IRBuilder<> cold(body.add_cold_block(builder.CreateIsNull(left), &access));
  body.call(cold, Hook::position_reached, {});
}

void apply_loads(Body& body) {
  for (LoadInst* load : body.loads) {
    if (is_counted(*load)) count_position(body, *load);
    if (!body.tracks_memory() || body.rechecked.contains(load)) continue;
    if (body.is_private(load->getOperandUse(LoadInst::getPointerOperandIndex()))) continue;
    if (is_constant_memory(load->getPointerOperand())) continue;
    check_value(body, *load->getNextNode(), load->getPointerOperand(), load, is_counted(*load));
  }
}

}  // namespace cutaway
