// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What woven code asks of a callee when it runs.
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "rules/rules.h"

namespace cutaway {
namespace {

using namespace llvm;

// Two comparisons: the text of all entries of this module is contiguous.
Value* is_inside_function(Body& body, IRBuilder<>& builder, Value* callee) {
  Type* word = builder.getInt64Ty();
  Value* begin = builder.CreatePtrToInt(body.tables.entries_begin(), word);
  Value* size = builder.CreateSub(builder.CreatePtrToInt(body.tables.entries_end(), word), begin);
  Value* offset = builder.CreateSub(builder.CreatePtrToInt(callee, word), begin);
  return builder.CreateICmpULT(offset, size);
}

// Where the prefix of `entry` points to.
Value* load_prefix(IRBuilder<>& builder, Value* entry, int64_t field) {
  Value* place = builder.CreateConstGEP1_64(builder.getInt8Ty(), entry,
                                            field - int64_t(sizeof(CutawayPrefix)));
  Value* offset = builder.CreateAlignedLoad(builder.getInt32Ty(), place, Align(4));
  return builder.CreateGEP(builder.getInt8Ty(), entry, offset);
}

}  // namespace

Value* flavour_of_entry(Body& body, IRBuilder<>& builder, Value* entry) {
  if (body.flavour == Flavour::record)
    return load_prefix(builder, entry, offsetof(CutawayPrefix, record));
  if (body.flavour == Flavour::replay)
    return load_prefix(builder, entry, offsetof(CutawayPrefix, replay));
  Value* table = load_prefix(builder, entry, offsetof(CutawayPrefix, function));
  Value* place =
      builder.CreateConstGEP1_64(builder.getInt8Ty(), table, offsetof(CutawayFunction, zoom));
  return builder.CreateLoad(builder.getPtrTy(), place);
}

Value* is_zoomed_to(Body& body, IRBuilder<>& builder, Value* table) {
  const size_t field = body.flavour == Flavour::zoom ? offsetof(CutawayFunction, leaves_zoom)
                                                     : offsetof(CutawayFunction, leaves_replay);
  Value* place = builder.CreateConstGEP1_64(builder.getInt8Ty(), table, field);
  return builder.CreateIsNull(builder.CreateLoad(builder.getInt8Ty(), place));
}

Value* stays_inside(Body& body, Instruction& place, Value* callee) {
  IRBuilder<> builder(&place);
  Value* is_inside = is_inside_function(body, builder, callee);
  if (body.is_record() || !body.has_guards()) return is_inside;
  BasicBlock* head = place.getParent();
  IRBuilder<> known(SplitBlockAndInsertIfThen(is_inside, place.getIterator(), false));
  Value* table = load_prefix(known, callee, offsetof(CutawayPrefix, function));
  Value* stays = is_zoomed_to(body, known, table);
  PHINode* result = PHINode::Create(builder.getInt1Ty(), 2, "", place.getParent()->begin());
  result->addIncoming(builder.getFalse(), head);
  result->addIncoming(stays, known.GetInsertBlock());
  return result;
}

}  // namespace cutaway
