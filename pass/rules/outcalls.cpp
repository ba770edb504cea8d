// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls that leave the inside. Recording wraps the real call; replay asks the log instead.
#include "known_functions.h"
#include "rules/rules.h"
#include "texts.h"

namespace cutaway {
namespace {

using namespace llvm;

struct Outcall {
  Value* site;
  uint64_t arg_slots;
  uint64_t ret_slots;
};

Outcall describe(Body& body, CallBase& call) {
  const Slots& slots = body.tables.slots();
  const Function* callee = callee_of(call);
  const StringRef name = callee ? callee->getName() : "";
  uint32_t flags = callee ? 0 : k_site_indirect;
  if (call.doesNotReturn()) flags |= k_site_noreturn;
  if (is_allocator(name)) flags |= k_site_allocator;
  if (call.getFunctionType()->isVarArg()) flags |= k_site_variadic;
  const uint64_t arg_slots = argument_slots(call, slots);
  const uint64_t ret_slots = slots.count(call.getType());
  Constant* function =
      callee && body.is_guarded(*callee) ? body.tables.function_table(*callee) : nullptr;
  Value* site =
      body.next_site(site_text(call, name, slots), {arg_slots, ret_slots, flags, function});
  return {site, arg_slots, ret_slots};
}

void pack_arguments(Body& body, IRBuilder<>& builder, CallBase& call, Value* buffer) {
  uint64_t slot = 0;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Value* argument = call.getArgOperand(i);
    if (!call.isByValArgument(i)) {
      slot = body.tables.slots().store(builder, argument, buffer, slot);
      continue;
    }
    const uint64_t bytes = body.tables.layout().getTypeAllocSize(call.getParamByValType(i));
    if (body.tracks_memory()) body.check_range(builder, argument, builder.getInt64(bytes));
    slot = body.tables.slots().store_bytes(builder, argument, bytes, buffer, slot);
  }
}

void record_outcall(Body& body, CallBase& call) {
  const Outcall outcall = describe(body, call);
  Value* buffer = body.slot_buffer(std::max(outcall.arg_slots, outcall.ret_slots));
  IRBuilder<> before(&call);
  pack_arguments(body, before, call, buffer);
  Value* none = ConstantPointerNull::get(before.getPtrTy());
  body.call(before, Hook::outcall, {outcall.site, call.getCalledOperand(), buffer, none});
  if (auto* plain = dyn_cast<CallInst>(&call)) plain->setTailCallKind(CallInst::TCK_None);
  IRBuilder<> after(continuation_of(call));
  if (outcall.ret_slots > 0) body.tables.slots().store(after, &call, buffer, 0);
  body.call(after, Hook::outcall_return, {outcall.site, buffer});
}

void replay_outcall(Body& body, CallBase& call) {
  const Outcall outcall = describe(body, call);
  Value* buffer = body.slot_buffer(std::max(outcall.arg_slots, outcall.ret_slots));
  IRBuilder<> builder(&call);
  pack_arguments(body, builder, call, buffer);
  Instruction* next = continuation_of(call);
  builder.SetInsertPoint(&call);
  FunctionType* type = body.tables.hook_type(Hook::outcall);
  Value* hook = body.tables.hook_pointer(builder, Hook::outcall);
  SmallVector<Value*, 5> arguments{body.context, outcall.site, call.getCalledOperand(), buffer,
                                   buffer};
  CallBase* replacement = create_in_place(call, type, hook, arguments);
  replacement->addFnAttr(Attribute::NoMerge);  // one for each line: see mark.cpp
  if (!call.use_empty()) {
    IRBuilder<> after(next);
    call.replaceAllUsesWith(body.tables.slots().load(after, call.getType(), buffer, 0));
  }
  call.eraseFromParent();
}

// A text that only the outside reads would not be in the recording.
void check_text(Body& body, CallBase& call) {
  const auto how = find_text_reader(call);
  if (!how || !body.tracks_memory()) return;
  IRBuilder<> builder(&call);
  Value* way = builder.getInt32(*how);
  if (*how == k_reads_in_base) way = call.getArgOperand(2);
  body.call(builder, Hook::outcall_reads, {call.getArgOperand(0), way});
}

}  // namespace

Value* reserve_site(Body& body, CallBase& call) { return describe(body, call).site; }

void make_outcall(Body& body, CallBase& call) {
  check_release(body, call);
  check_text(body, call);
  if (body.shared_calls.is_shared(body, call)) {
    Value* site = reserve_site(body, call);
    call_target(body, call, body.shared_calls.outcall_for(body, call), site);
  } else if (body.is_record()) {
    record_outcall(body, call);
  } else {
    replay_outcall(body, call);
  }
}

}  // namespace cutaway
