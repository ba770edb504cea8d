// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All locals in memory move to one frame on the inside stack, so that their addresses, and even
// stale bytes between their fields, are the same when recording and when replaying.
//
// A frame is [sp - size, sp). A local whose address escapes lies in it; a private one lies at the
// same place in the upper half of the inside stack, which nobody checks: so the lower half only
// ever holds bytes whose shadow is kept.
//
// A zoom flavour shares the inside stack with functions that are outside for the recording it
// makes, and may read what those left in its private locals (padding, a variable that nobody set).
// So it checks them as a whole when it starts, and keeps their shadow when it ends.
//
// A function that -fstack-protector protects has its canary here, too, above its arrays as in the
// native frame: what overflows is found, and found again when it is replayed.
#include "llvm/IR/DebugInfo.h"
#include "llvm/Transforms/Utils/Local.h"
#include "rules/rules.h"

namespace cutaway {
namespace {

using namespace llvm;

// The same in all flavours. As of libc's, the first byte is 0: texts end there.
constexpr uint64_t k_canary = 0x9e3779b97f4a7c00;

class Frame {
 public:
  explicit Frame(Body& body)
      : body_(body), layout_(body.tables.layout()), builder_(body.function.getContext()) {}

  void build() {
    for (Attribute::AttrKind kind :
         {Attribute::StackProtect, Attribute::StackProtectReq, Attribute::StackProtectStrong})
      body_.function.removeFnAttr(kind);
    for (AllocaInst* local : body_.locals) drop_lifetimes(*local);
    builder_.SetInsertPoint(first_place());
    plan();
    const bool has_setjmp = body_.function.callsFunctionThatReturnsTwice();
    if (size_ == 0 && !has_dynamic_ && body_.landing_pads.empty() && !has_setjmp) return;
    open();
    if (keeps_private())
      body_.check_range(builder_, private_frame(builder_), builder_.getInt64(size_));
    if (canary_) set_canary();
    place_locals();
    place_byval_arguments();
    if (has_dynamic_) move_dynamic_locals();
    close();
    if (canary_) check_canary();
    for (LandingPadInst* pad : body_.landing_pads) restore(*pad->getNextNode());
    if (has_setjmp) restore_after_setjmp();
  }

 private:
  struct Place {
    uint64_t offset;
    bool is_private;
  };

  Instruction* first_place() {
    for (Instruction& instruction : body_.function.getEntryBlock())
      if (auto* local = dyn_cast<AllocaInst>(&instruction); !local || !local->isStaticAlloca())
        return &instruction;
    llvm_unreachable("a block ends in a terminator");
  }

  uint64_t reserve(uint64_t bytes, Align align) {
    align_ = std::max(align_, align);
    const uint64_t offset = alignTo(size_, align);
    size_ = offset + bytes;
    return offset;
  }

  // Those that may overflow last, next to the canary.
  unsigned rank_of(const AllocaInst* local) const {
    const auto kind = body_.protected_locals.lookup(local);
    return kind == MachineFrameInfo::SSPLK_LargeArray   ? 3
           : kind == MachineFrameInfo::SSPLK_SmallArray ? 2
           : kind == MachineFrameInfo::SSPLK_AddrOf     ? 1
                                                        : 0;
  }

  void plan() {
    SmallVector<AllocaInst*, 16> locals(body_.locals);
    if (body_.is_protected) {
      plan_byval_arguments();
      stable_sort(locals, [&](const AllocaInst* a, const AllocaInst* b) {
        return rank_of(a) < rank_of(b);
      });
    }
    for (AllocaInst* local : locals) {
      if (!local->isStaticAlloca()) {
        has_dynamic_ = true;
        continue;
      }
      const uint64_t bytes = local->getAllocationSize(layout_)->getFixedValue();
      places_[local] = {reserve(bytes, local->getAlign()), body_.private_locals.contains(local)};
    }
    if (!body_.is_protected) plan_byval_arguments();
    if (body_.is_protected && size_ > 0) canary_ = reserve(sizeof(k_canary), Align(8));
    size_ = alignTo(size_, 16);
  }

  void plan_byval_arguments() {
    for (Argument& argument : body_.function.args()) {
      Type* type = argument.getParamByValType();
      if (!type || argument.use_empty()) continue;
      const Align align = argument.getParamAlign().value_or(layout_.getABITypeAlign(type));
      byval_offsets_[&argument] = reserve(layout_.getTypeAllocSize(type), align);
    }
  }

  void set_canary() {
    Value* address = address_of({*canary_, false});
    builder_.CreateStore(builder_.getInt64(k_canary), address, /*isVolatile=*/true);
    if (body_.tracks_memory())
      body_.mirror_range(builder_, address, builder_.getInt64(sizeof(k_canary)));
    canary_address_ = address;
  }

  void check_canary() {
    Module& module = *body_.function.getParent();
    FunctionCallee fail = module.getOrInsertFunction(
        "__stack_chk_fail", FunctionType::get(Type::getVoidTy(module.getContext()), false));
    cast<Function>(fail.getCallee())->setDoesNotReturn();
    for (Instruction* exit : body_.exits) {
      if (!isa<ReturnInst>(exit)) continue;
      IRBuilder<> builder(exit);
      Value* found = builder.CreateLoad(builder.getInt64Ty(), canary_address_, /*isVolatile=*/true);
      Value* is_changed = builder.CreateICmpNE(found, builder.getInt64(k_canary));
      IRBuilder<> cold(body_.add_cold_block(is_changed, exit));
      // The outside may have done it: sprintf.
      if (body_.tracks_memory())
        body_.check_range(cold, canary_address_, cold.getInt64(sizeof(k_canary)));
      CallInst* call = cold.CreateCall(fail);
      call->setDebugLoc(exit->getDebugLoc());
      call->setDoesNotReturn();
      body_.calls.push_back(call);
    }
  }

  void open() {
    Value* field = body_.context_field(builder_, offsetof(CutawayContext, inside_sp));
    old_sp_ = builder_.CreateLoad(builder_.getPtrTy(), field, "cutaway.sp");
    Value* number = builder_.CreatePtrToInt(old_sp_, builder_.getInt64Ty());
    number = builder_.CreateSub(number, builder_.getInt64(size_));
    if (align_ > Align(16)) number = builder_.CreateAnd(number, -int64_t(align_.value()));
    frame_ = builder_.CreateIntToPtr(number, builder_.getPtrTy(), "cutaway.frame");
    if (size_ > 0) builder_.CreateStore(frame_, field);
    if (!has_dynamic_) return;
    current_ = new AllocaInst(builder_.getPtrTy(), 0, "cutaway.current",
                              body_.function.getEntryBlock().begin());
    builder_.CreateStore(frame_, current_);
  }

  bool keeps_private() const {
    return body_.flavour == Flavour::zoom && !body_.private_locals.empty();
  }

  Value* private_frame(IRBuilder<>& builder) {
    return builder.CreateConstGEP1_64(builder.getInt8Ty(), frame_, k_inside_stack_size / 2);
  }

  Value* address_of(const Place& place) {
    const uint64_t offset = place.offset + (place.is_private ? k_inside_stack_size / 2 : 0);
    return builder_.CreateConstGEP1_64(builder_.getInt8Ty(), frame_, offset);
  }

  void place_locals() {
    for (AllocaInst* local : body_.locals) {
      const auto place = places_.find(local);
      if (place == places_.end()) continue;
      describe(*local, place->second);
      Value* address = address_of(place->second);
      address->takeName(local);
      local->replaceAllUsesWith(address);
      local->eraseFromParent();
    }
  }

  // Debuggers find the local through the frame's address, kept in a native slot.
  void describe(AllocaInst& local, const Place& place) {
    SmallVector<DbgVariableIntrinsic*, 1> intrinsics;
    SmallVector<DbgVariableRecord*, 1> records;
    findDbgUsers(intrinsics, &local, &records);
    if (records.empty()) return;
    if (!frame_slot_) {
      frame_slot_ = new AllocaInst(builder_.getPtrTy(), 0, "cutaway.frame.slot",
                                   body_.function.getEntryBlock().begin());
      builder_.CreateStore(frame_, frame_slot_);
    }
    const uint64_t offset = place.offset + (place.is_private ? k_inside_stack_size / 2 : 0);
    for (DbgVariableRecord* record : records) {
      if (!record->isAddressOfVariable()) continue;
      record->setExpression(
          DIExpression::prepend(record->getExpression(), DIExpression::DerefBefore, offset));
      record->replaceVariableLocationOp(&local, frame_slot_);
    }
  }

  static void drop_lifetimes(AllocaInst& local) {
    for (User* user : make_early_inc_range(local.users()))
      if (auto* intrinsic = dyn_cast<IntrinsicInst>(user);
          intrinsic && intrinsic->isLifetimeStartOrEnd())
        intrinsic->eraseFromParent();
  }

  void place_byval_arguments() {
    for (Argument& argument : body_.function.args()) {
      const auto found = byval_offsets_.find(&argument);
      if (found == byval_offsets_.end()) continue;
      const uint64_t bytes = layout_.getTypeAllocSize(argument.getParamByValType());
      Value* copy = address_of({found->second, false});
      argument.replaceAllUsesWith(copy);
      builder_.CreateMemCpy(copy, Align(1), &argument, Align(1), bytes);
      if (body_.tracks_memory()) body_.mirror_range(builder_, copy, builder_.getInt64(bytes));
    }
  }

  void move_dynamic_locals() {
    for (AllocaInst* local : body_.locals) {
      if (places_.contains(local)) continue;
      IRBuilder<> builder(local);
      Value* field = body_.context_field(builder, offsetof(CutawayContext, inside_sp));
      Value* count = builder.CreateZExtOrTrunc(local->getArraySize(), builder.getInt64Ty());
      const uint64_t element = layout_.getTypeAllocSize(local->getAllocatedType());
      Value* number = builder.CreatePtrToInt(builder.CreateLoad(builder.getPtrTy(), field),
                                             builder.getInt64Ty());
      number = builder.CreateSub(number, builder.CreateMul(count, builder.getInt64(element)));
      const int64_t align = std::max<uint64_t>(16, local->getAlign().value());
      Value* address =
          builder.CreateIntToPtr(builder.CreateAnd(number, -align), builder.getPtrTy());
      builder.CreateStore(address, field);
      builder.CreateStore(address, current_);
      local->replaceAllUsesWith(address);
      local->eraseFromParent();
    }
    for (CallBase*& call : body_.calls) move_stack_intrinsic(call);
    llvm::erase(body_.calls, nullptr);
  }

  void move_stack_intrinsic(CallBase*& call) {
    const Intrinsic::ID id = call->getIntrinsicID();
    if (id != Intrinsic::stacksave && id != Intrinsic::stackrestore) return;
    IRBuilder<> builder(call);
    Value* field = body_.context_field(builder, offsetof(CutawayContext, inside_sp));
    if (id == Intrinsic::stacksave) {
      call->replaceAllUsesWith(builder.CreateLoad(builder.getPtrTy(), field));
    } else {
      builder.CreateStore(call->getArgOperand(0), field);
      builder.CreateStore(call->getArgOperand(0), current_);
    }
    call->eraseFromParent();
    call = nullptr;
  }

  void close() {
    for (Instruction* exit : body_.exits) {
      IRBuilder<> builder(exit);
      if (keeps_private())
        body_.mirror_range(builder, private_frame(builder), builder.getInt64(size_));
      builder.CreateStore(old_sp_,
                          body_.context_field(builder, offsetof(CutawayContext, inside_sp)));
    }
  }

  void restore(Instruction& place) {
    IRBuilder<> builder(&place);
    Value* current = current_ ? builder.CreateLoad(builder.getPtrTy(), current_) : frame_;
    builder.CreateStore(current, body_.context_field(builder, offsetof(CutawayContext, inside_sp)));
  }

  void restore_after_setjmp() {
    for (CallBase* call : body_.calls)
      if (call->hasFnAttr(Attribute::ReturnsTwice)) restore(*continuation_of(*call));
  }

  Body& body_;
  const DataLayout& layout_;
  IRBuilder<> builder_;
  DenseMap<AllocaInst*, Place> places_;
  DenseMap<Argument*, uint64_t> byval_offsets_;
  uint64_t size_ = 0;
  Align align_ = Align(16);
  bool has_dynamic_ = false;
  std::optional<uint64_t> canary_;  // its offset
  Value* canary_address_ = nullptr;
  Value* old_sp_ = nullptr;
  Value* frame_ = nullptr;
  AllocaInst* current_ = nullptr;
  AllocaInst* frame_slot_ = nullptr;
};

}  // namespace

void apply_inside_frame(Body& body) { Frame(body).build(); }

}  // namespace cutaway
