// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plain_calls.h"

#include "abi/recording_format.h"
#include "llvm/IR/MDBuilder.h"

namespace cutaway {
namespace {

using namespace llvm;

constexpr unsigned k_fs = 257;  // address space of the thread pointer's segment

class PlainCallMaker {
 public:
  PlainCallMaker(IRBuilder<>& builder, Tables& tables, const PlainCall& call)
      : builder_(builder),
        tables_(tables),
        call_(call),
        pointer_(builder.getPtrTy()),
        long_way_(block("long_way")) {}

  void run(function_ref<Value*(Value* context)> call_record) {
    recorder_ = tables_.recorder(builder_);
    require(builder_.CreateIsNotNull(recorder_));
    thread_ = load_thread();
    require(is_plain_thread());
    context_ = load(pointer_, recorder_, k_recorder_plain_context);
    require_plain_place();
    enter();
    Value* result = call_record(context_);
    // What is loaded again needs no register that the call keeps.
    recorder_ = tables_.recorder(builder_);
    thread_ = load_thread();
    if (call_.ret_slots > 0) tables_.slots().store(builder_, result, call_.buffer, call_.arg_slots);
    BasicBlock* logged = block("logged");
    require(builder_.CreateICmpEQ(load(pointer_, context_, k_context_waiting), call_.table),
            logged);
    require(is_plain_thread(), logged);
    log();
    leave(result);
    builder_.SetInsertPoint(logged);
    tables_.call(builder_, Hook::incall_return, {context_, call_.table, call_.buffer});
    finish(result);
    builder_.SetInsertPoint(long_way_);
  }

 private:
  BasicBlock* block(StringRef name) {
    return BasicBlock::Create(tables_.context(), name, &call_.dispatch);
  }
  Value* at(Value* base, int64_t offset) {
    return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), base, offset);
  }
  Value* load(Type* type, Value* base, int64_t offset) {
    return builder_.CreateLoad(type, at(base, offset));
  }
  void store(Value* value, Value* base, int64_t offset) {
    builder_.CreateStore(value, at(base, offset));
  }
  // Volatile: seen by signal handlers and by other threads in this order.
  void show(Value* value, Value* base, int64_t offset) {
    builder_.CreateStore(value, at(base, offset), true);
  }
  void show_side(uint32_t side) { show(builder_.getInt32(side), context_, k_context_side); }

  // Goes on in a new block, if `condition` holds.
  void require(Value* condition, BasicBlock* otherwise = nullptr) {
    BasicBlock* next = block("plain");
    MDNode* likely = MDBuilder(tables_.context()).createLikelyBranchWeights();
    builder_.CreateCondBr(condition, next, otherwise ? otherwise : long_way_, likely);
    builder_.SetInsertPoint(next);
  }

  Value* load_thread() {
    auto* null = ConstantPointerNull::get(PointerType::get(tables_.context(), k_fs));
    return builder_.CreateLoad(builder_.getInt64Ty(), null);
  }

  Value* is_plain_thread() {
    Value* plain =
        builder_.CreateLoad(builder_.getInt64Ty(), at(recorder_, k_recorder_plain_thread), true);
    return builder_.CreateICmpEQ(plain, thread_);
  }

  // What can_enter_plainly asks, and whether the incall may wait.
  void require_plain_place() {
    Type* word = builder_.getInt32Ty();
    require(builder_.CreateIsNull(load(word, context_, k_context_side)));
    Value* cursor = load(pointer_, recorder_, k_recorder_cursor);
    require(builder_.CreateICmpULT(cursor, load(pointer_, recorder_, k_recorder_limit)));
    require(builder_.CreateIsNotNull(load_head()));
    Value* in_vain =
        load(builder_.getInt8Ty(), call_.table, offsetof(CutawayFunction, waits_in_vain));
    require(builder_.CreateIsNull(in_vain));
    Value* depth =
        builder_.CreateZExt(load(word, context_, k_context_depth), builder_.getInt64Ty());
    if (!call_.is_brief)
      require(
          builder_.CreateICmpULT(depth, builder_.getInt64(k_most_crossings - k_room_of_crossings)));
    Value* behind =
        builder_.CreateGEP(builder_.getInt8Ty(), load(pointer_, context_, k_context_crossings),
                           builder_.CreateShl(depth, k_crossing_log2_bytes));
    Value* top = at(behind, -(1 << k_crossing_log2_bytes));
    sp_ = builder_.CreatePtrToInt(builder_.CreateStackSave(), builder_.getInt64Ty());
    require(builder_.CreateICmpULT(sp_, load(builder_.getInt64Ty(), top, k_crossing_sp)));
    require(builder_.CreateIsNotNull(load(word, top, k_crossing_kind)));
  }

  Value* load_head() {
    return load(builder_.getInt16Ty(), call_.table, offsetof(CutawayFunction, returned_head));
  }

  // Takes the lock, which is biased; the incall waits.
  void enter() {
    show_side(2);
    show(builder_.getInt32(1), recorder_, k_recorder_is_biased);
    Value* is_shared =
        builder_.CreateLoad(builder_.getInt32Ty(), at(recorder_, k_recorder_is_shared), true);
    BasicBlock* revoked = block("revoked");
    require(builder_.CreateIsNull(is_shared), revoked);
    BasicBlock* inside = builder_.GetInsertBlock();
    builder_.SetInsertPoint(revoked);
    show(builder_.getInt32(0), recorder_, k_recorder_is_biased);
    show_side(0);
    builder_.CreateBr(long_way_);
    builder_.SetInsertPoint(inside);
    if (!call_.is_brief) {
      keep_in_header();
      start_segment();
    }
    store(call_.buffer, context_, k_context_waiting_slots);
    store(sp_, context_, k_context_waiting_sp);
    store(load(pointer_, context_, offsetof(CutawayContext, inside_sp)), context_,
          k_context_waiting_inside_sp);
    store(call_.table, context_, k_context_waiting);
    show_side(1);
  }

  // The arguments survive any death of the process.
  void keep_in_header() {
    Value* header = load(pointer_, recorder_, k_recorder_header);
    for (uint64_t i = 0; i < call_.arg_slots; ++i) {
      Value* value =
          builder_.CreateLoad(builder_.getInt64Ty(), Slots::at(builder_, call_.buffer, i));
      store(value, header, offsetof(CutawayRawHeader, waiting_slots) + 8 * i);
    }
    Value* ident = load(builder_.getInt32Ty(), call_.table, offsetof(CutawayFunction, id));
    show(builder_.CreateZExt(ident, builder_.getInt64Ty()), header,
         offsetof(CutawayRawHeader, waiting));
  }

  void start_segment() {
    store(builder_.getInt64(k_context_quantum), context_, offsetof(CutawayContext, position));
    store(builder_.getInt64(0), context_, k_context_counted);
    store(builder_.getInt64(0), context_, k_context_last_break);
  }

  // k_raw_returned (abi/recording_format.h); its first bytes are written last.
  void log() {
    Type* quad = builder_.getInt64Ty();
    const uint64_t slots = call_.arg_slots + call_.ret_slots;
    store(ConstantPointerNull::get(cast<PointerType>(pointer_)), context_, k_context_waiting);
    if (!call_.is_brief) {
      Value* header = load(pointer_, recorder_, k_recorder_header);
      show(builder_.getInt64(0), header, offsetof(CutawayRawHeader, waiting));
    }
    Value* cursor = load(pointer_, recorder_, k_recorder_cursor);
    Value* last = load(pointer_, call_.table, offsetof(CutawayFunction, last));
    Value* to = at(cursor, 2 + raw_lengths_bytes(slots));
    Value* lengths = builder_.getInt64(0);
    for (uint64_t i = 0; i < slots; ++i) {
      Value* value = builder_.CreateLoad(quad, Slots::at(builder_, call_.buffer, i));
      Value* number = builder_.CreateXor(value, load(quad, last, 8 * i));
      store(value, last, 8 * i);
      Value* zeros = builder_.CreateBinaryIntrinsic(Intrinsic::ctlz, number, builder_.getFalse());
      Value* bytes = builder_.CreateLShr(builder_.CreateSub(builder_.getInt64(71), zeros), 3);
      builder_.CreateAlignedStore(number, to, Align(1));
      to = builder_.CreateGEP(builder_.getInt8Ty(), to, bytes);
      lengths = builder_.CreateOr(lengths, builder_.CreateShl(bytes, 4 * i));
    }
    if (slots > 0) {
      Type* type = builder_.getIntNTy(8 * raw_lengths_bytes(slots));
      builder_.CreateAlignedStore(builder_.CreateTrunc(lengths, type), at(cursor, 2), Align(1));
    }
    builder_.CreateAlignedStore(load_head(), cursor, Align(1), true);
    show(to, recorder_, k_recorder_cursor);
  }

  void leave(Value* result) {
    show(builder_.getInt32(0), recorder_, k_recorder_is_biased);
    show_side(0);
    BasicBlock* signals = block("signals");
    require(builder_.CreateIsNull(load(builder_.getInt32Ty(), context_, k_context_pending)),
            signals);
    finish(result);
    builder_.SetInsertPoint(signals);
    tables_.call(builder_, Hook::signals_wait, {context_});
    finish(result);
  }

  void finish(Value* result) {
    if (result->getType()->isVoidTy()) {
      builder_.CreateRetVoid();
    } else {
      builder_.CreateRet(result);
    }
  }

  IRBuilder<>& builder_;
  Tables& tables_;
  const PlainCall& call_;
  Type* pointer_;
  BasicBlock* long_way_;
  Value* recorder_ = nullptr;
  Value* thread_ = nullptr;
  Value* context_ = nullptr;
  Value* sp_ = nullptr;
};

}  // namespace

void emit_plain_call(IRBuilder<>& builder, Tables& tables, const PlainCall& call,
                     function_ref<Value*(Value* context)> call_record) {
  PlainCallMaker(builder, tables, call).run(call_record);
}

}  // namespace cutaway
