// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "slots.h"
#include "llvm/IR/DerivedTypes.h"

namespace cutaway {
namespace {

using namespace llvm;

char kind_of(Type* type) {
  if (type->isPointerTy()) return 'p';
  if (type->isX86_FP80Ty()) return 'l';
  if (type->isVectorTy()) return 'v';
  if (type->isFloatingPointTy()) return 'f';
  return 'i';
}

unsigned element_count(Type* type) {
  if (auto* structure = dyn_cast<StructType>(type)) return structure->getNumElements();
  return type->getArrayNumElements();
}

Type* element_type(Type* type, unsigned index) {
  if (auto* structure = dyn_cast<StructType>(type)) return structure->getElementType(index);
  return type->getArrayElementType();
}

}  // namespace

SmallVector<Leaf, 4> Slots::leaves_of(Type* type) const {
  SmallVector<Leaf, 4> leaves;
  if (type->isVoidTy()) return leaves;
  if (type->isAggregateType()) {
    for (unsigned i = 0; i < element_count(type); ++i)
      leaves.append(leaves_of(element_type(type, i)));
  } else {
    leaves.push_back({kind_of(type), layout_.getTypeStoreSize(type)});
  }
  return leaves;
}

uint64_t Slots::count(Type* type) const {
  uint64_t slots = 0;
  for (const Leaf& leaf : leaves_of(type)) slots += count_bytes(leaf.bytes);
  return slots;
}

Value* Slots::at(IRBuilder<>& builder, Value* buffer, uint64_t slot) {
  return slot == 0 ? buffer
                   : builder.CreateConstInBoundsGEP1_64(builder.getInt64Ty(), buffer, slot);
}

void Slots::store_leaf(IRBuilder<>& builder, Value* value, Value* place) const {
  Type* type = value->getType();
  const uint64_t bits = layout_.getTypeSizeInBits(type);
  if (isa<UndefValue>(value)) value = Constant::getNullValue(type);
  if (type->isX86_FP80Ty()) {
    builder.CreateAlignedStore(builder.getInt64(0), at(builder, place, 1), Align(8));
  } else if (!type->isPtrOrPtrVectorTy() && bits % 64 != 0) {
    value = builder.CreateBitCast(value, builder.getIntNTy(bits));
    value = builder.CreateZExt(value, builder.getIntNTy(alignTo(bits, 64)));
  }
  builder.CreateAlignedStore(value, place, Align(8));
}

uint64_t Slots::store(IRBuilder<>& builder, Value* value, Value* buffer, uint64_t first) const {
  Type* type = value->getType();
  if (!type->isAggregateType()) {
    store_leaf(builder, value, at(builder, buffer, first));
    return first + count(type);
  }
  for (unsigned i = 0; i < element_count(type); ++i)
    first = store(builder, builder.CreateExtractValue(value, i), buffer, first);
  return first;
}

uint64_t Slots::store_bytes(IRBuilder<>& builder, Value* source, uint64_t bytes, Value* buffer,
                            uint64_t first) const {
  const uint64_t slots = count_bytes(bytes);
  if (bytes % 8 != 0)
    builder.CreateAlignedStore(builder.getInt64(0), at(builder, buffer, first + slots - 1),
                               Align(8));
  builder.CreateMemCpy(at(builder, buffer, first), Align(8), source, Align(1), bytes);
  return first + slots;
}

Value* Slots::load_leaf(IRBuilder<>& builder, Type* type, Value* place) const {
  const uint64_t bits = layout_.getTypeSizeInBits(type);
  if (type->isX86_FP80Ty() || type->isPtrOrPtrVectorTy() || bits % 64 == 0)
    return builder.CreateAlignedLoad(type, place, Align(8));
  Value* whole = builder.CreateAlignedLoad(builder.getIntNTy(alignTo(bits, 64)), place, Align(8));
  return builder.CreateBitCast(builder.CreateTrunc(whole, builder.getIntNTy(bits)), type);
}

Value* Slots::load(IRBuilder<>& builder, Type* type, Value* buffer, uint64_t first) const {
  if (!type->isAggregateType()) return load_leaf(builder, type, at(builder, buffer, first));
  Value* result = PoisonValue::get(type);
  for (unsigned i = 0; i < element_count(type); ++i) {
    Type* element = element_type(type, i);
    result = builder.CreateInsertValue(result, load(builder, element, buffer, first), i);
    first += count(element);
  }
  return result;
}

}  // namespace cutaway
