// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The entry keeps the name and the original body; one test of the module's mode, expected to be 0,
// leads to the dispatch function, out of line:
//
//   f:          if (module.mode != 0) return f.dispatch(args);   <original body>
//   f.dispatch: slots = args; context = incall(f, slots); if (!context) return f(args);
//               result = f.record(context, args); incall_return(...); return result
//               (without a context in mode zoom: the same with zoom_incall and f.zoom)
//               (without hooks, if the crossing is plain and has few slots: then this is f.hooked,
//               and f.dispatch what plain_calls.h says)
//   f.thunk:    results = f.replay(context, arguments from slots), or f.dispatch without a context
#include "entry.h"
#include "asan.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "plain_calls.h"

namespace cutaway {
namespace {

using namespace llvm;

bool is_cpp(const Module& module) {
  for (const DICompileUnit* unit : module.debug_compile_units())
    if (dwarf::isCPlusPlus(static_cast<dwarf::SourceLanguage>(unit->getSourceLanguage())))
      return true;
  return false;
}

Constant* personality_for(Function& function) {
  if (function.hasPersonalityFn()) return function.getPersonalityFn();
  Module& module = *function.getParent();
  auto* type = FunctionType::get(Type::getInt32Ty(module.getContext()), true);
  const char* name = is_cpp(module) ? "__gxx_personality_v0" : "__gcc_personality_v0";
  return cast<Constant>(module.getOrInsertFunction(name, type).getCallee());
}

// Attributes of a forwarding call: those of the callee's parameters, which carry the ABI.
void copy_abi(CallBase& call, const Function& callee) {
  const AttributeList all = callee.getAttributes();
  SmallVector<AttributeSet, 8> parameters;
  for (unsigned i = 0; i < callee.arg_size(); ++i) parameters.push_back(all.getParamAttrs(i));
  call.setAttributes(
      AttributeList::get(callee.getContext(), AttributeSet(), all.getRetAttrs(), parameters));
  call.setCallingConv(callee.getCallingConv());
}

void return_value(IRBuilder<>& builder, Value* value) {
  if (value->getType()->isVoidTy()) {
    builder.CreateRetVoid();
  } else {
    builder.CreateRet(value);
  }
}

class EntryMaker {
 public:
  EntryMaker(Tables& tables, Function& function, const FlavourSet& flavours, bool may_be_plain)
      : tables_(tables),
        slots_(tables.slots()),
        function_(function),
        flavours_(flavours),
        may_be_plain_(may_be_plain),
        arg_slots_(argument_slots(function, tables.slots())),
        ret_slots_(tables.slots().count(function.getReturnType())) {}

  void run() {
    Tables::Flavours all{nullptr, flavours_.record, flavours_.replay, flavours_.zoom,
                         flavours_.is_brief};
    table_ = tables_.function_table(function_);
    if (!function_.isVarArg()) {
      const bool is_plain = may_be_plain_ && has_few_slots();
      Function* hooked = make_hooked(is_plain ? ".hooked" : ".dispatch");
      all.thunk = make_thunk(*hooked);
      test_mode(is_plain ? *make_plain(*hooked) : *hooked);
    }
    tables_.fill_function(function_, all, arg_slots_);
    add_prefix();
    function_.setSection("cutaway_entries");
    static const Attribute::AttrKind k_dropped[] = {Attribute::Memory,     Attribute::NoFree,
                                                    Attribute::NoSync,     Attribute::WillReturn,
                                                    Attribute::NoCallback, Attribute::Speculatable};
    for (Attribute::AttrKind kind : k_dropped) function_.removeFnAttr(kind);
    for (Use& use : function_.uses())
      if (auto* call = dyn_cast<CallBase>(use.getUser()); call && call->isCallee(&use))
        call->removeFnAttr(Attribute::Memory);
  }

 private:
  Function* create(FunctionType* type, StringRef suffix) {
    auto* created = Function::Create(type, GlobalValue::InternalLinkage,
                                     function_.getName() + suffix, tables_.module());
    created->addFnAttr(Attribute::NoInline);
    created->addFnAttr(Attribute::Cold);
    created->setUWTableKind(UWTableKind::Async);
    // Vector arguments are passed in registers that the target's features decide.
    for (StringRef name :
         {"target-cpu", "target-features", "tune-cpu", "min-legal-vector-width", "frame-pointer"})
      if (function_.hasFnAttribute(name)) created->addFnAttr(function_.getFnAttribute(name));
    return created;
  }

  AllocaInst* add_buffer(IRBuilder<>& builder) {
    const uint64_t slots = std::max<uint64_t>(arg_slots_ + ret_slots_, 1);
    auto* buffer = builder.CreateAlloca(ArrayType::get(builder.getInt64Ty(), slots));
    buffer->setAlignment(Align(16));
    return buffer;
  }

  Function* make_thunk(Function& dispatch) {
    LLVMContext& context = tables_.context();
    auto* pointer = PointerType::getUnqual(context);
    Function* thunk = create(
        FunctionType::get(Type::getVoidTy(context), {pointer, pointer, pointer}, false), ".thunk");
    IRBuilder<> builder(BasicBlock::Create(context, "entry", thunk));
    SmallVector<Value*, 8> arguments;
    uint64_t slot = 0;
    for (Argument& argument : function_.args()) {
      if (Type* byval = argument.getParamByValType()) {
        const uint64_t bytes = tables_.layout().getTypeAllocSize(byval);
        AllocaInst* copy = builder.CreateAlloca(byval);  // slots are aligned to 8 only
        copy->setAlignment(
            argument.getParamAlign().value_or(tables_.layout().getABITypeAlign(byval)));
        builder.CreateMemCpy(copy, copy->getAlign(), Slots::at(builder, thunk->getArg(1), slot),
                             Align(8), bytes);
        arguments.push_back(copy);
        slot += Slots::count_bytes(bytes);
      } else {
        arguments.push_back(slots_.load(builder, argument.getType(), thunk->getArg(1), slot));
        slot += slots_.count(argument.getType());
      }
    }
    if (flavours_.zoom) {
      auto* entry = BasicBlock::Create(context, "entry", thunk);
      auto* replay = BasicBlock::Create(context, "replay", thunk);
      builder.CreateCondBr(builder.CreateIsNull(thunk->getArg(0)), entry, replay);
      builder.SetInsertPoint(entry);
      finish_thunk(builder, *thunk, dispatch, arguments);
      builder.SetInsertPoint(replay);
    }
    arguments.insert(arguments.begin(), thunk->getArg(0));
    finish_thunk(builder, *thunk, *flavours_.replay, arguments);
    return thunk;
  }

  void finish_thunk(IRBuilder<>& builder, Function& thunk, Function& target,
                    ArrayRef<Value*> arguments) {
    CallInst* call = builder.CreateCall(&target, arguments);
    copy_abi(*call, target);
    if (ret_slots_ > 0) slots_.store(builder, call, thunk.getArg(2), 0);
    builder.CreateRetVoid();
  }

  void pack_arguments(IRBuilder<>& builder, Function& from, Value* buffer) {
    uint64_t slot = 0;
    for (Argument& argument : from.args()) {
      if (Type* byval = argument.getParamByValType()) {
        slot = slots_.store_bytes(builder, &argument, tables_.layout().getTypeAllocSize(byval),
                                  buffer, slot);
      } else {
        slot = slots_.store(builder, &argument, buffer, slot);
      }
    }
  }

  // Called as the function itself is.
  Function* make_stand_in(StringRef suffix) {
    Function* stand_in = create(function_.getFunctionType(), suffix);
    stand_in->setCallingConv(function_.getCallingConv());
    const AttributeList all = function_.getAttributes();
    for (unsigned i = 0; i < function_.arg_size(); ++i)
      stand_in->addParamAttrs(i, AttrBuilder(tables_.context(), all.getParamAttrs(i)));
    stand_in->addRetAttrs(AttrBuilder(tables_.context(), all.getRetAttrs()));
    if (function_.doesNotThrow()) stand_in->setDoesNotThrow();
    return stand_in;
  }

  bool has_few_slots() const {
    return arg_slots_ + ret_slots_ <= k_most_plain_slots && function_.getName() != "main" &&
           can_be_forwarded();
  }

  // Without hooks as long as that can be; else it leaves all to `hooked`.
  Function* make_plain(Function& hooked) {
    Function* plain = make_stand_in(".dispatch");
    StringRef features = function_.getFnAttribute("target-features").getValueAsString();
    plain->addFnAttr("target-features",
                     (features + (features.empty() ? "" : ",") + "+lzcnt").str());
    IRBuilder<> builder(BasicBlock::Create(tables_.context(), "entry", plain));
    AllocaInst* buffer = add_buffer(builder);
    pack_arguments(builder, *plain, buffer);
    emit_plain_call(
        builder, tables_, {*plain, table_, buffer, arg_slots_, ret_slots_, flavours_.is_brief},
        [&](Value* thread) { return call_body(builder, *plain, *flavours_.record, thread); });
    forward(builder, *plain, hooked);
    return plain;
  }

  Function* make_hooked(StringRef suffix) {
    LLVMContext& context = tables_.context();
    Function* dispatch = make_stand_in(suffix);
    IRBuilder<> builder(BasicBlock::Create(context, "entry", dispatch));
    AllocaInst* buffer = add_buffer(builder);
    pack_arguments(builder, *dispatch, buffer);
    Value* thread = tables_.call(builder, Hook::incall, {table_, buffer});
    auto* over = BasicBlock::Create(context, "over", dispatch);
    auto* record = BasicBlock::Create(context, "record", dispatch);
    builder.CreateCondBr(builder.CreateIsNull(thread), over, record);

    builder.SetInsertPoint(over);
    if (flavours_.zoom) call_zoom(builder, *dispatch, buffer);
    SmallVector<Value*, 8> arguments;
    for (Argument& argument : dispatch->args()) arguments.push_back(&argument);
    CallInst* again = builder.CreateCall(&function_, arguments);
    copy_abi(*again, function_);
    return_value(builder, again);

    builder.SetInsertPoint(record);
    call_flavour(builder, *dispatch, *flavours_.record, thread, buffer);
    return dispatch;
  }

  // In mode zoom; leaves `builder` where the mode is another.
  void call_zoom(IRBuilder<>& builder, Function& dispatch, Value* buffer) {
    auto* zoom = BasicBlock::Create(dispatch.getContext(), "zoom", &dispatch);
    auto* again = BasicBlock::Create(dispatch.getContext(), "again", &dispatch);
    Value* is_zoom = builder.CreateICmpEQ(tables_.mode(builder), builder.getInt32(k_mode_zoom));
    builder.CreateCondBr(is_zoom, zoom, again);
    builder.SetInsertPoint(zoom);
    Value* thread = tables_.call(builder, Hook::zoom_incall, {table_, buffer});
    call_flavour(builder, dispatch, *flavours_.zoom, thread, buffer);
    builder.SetInsertPoint(again);
  }

  CallBase* call_body(IRBuilder<>& builder, Function& dispatch, Function& flavour, Value* thread) {
    SmallVector<Value*, 8> arguments{thread};
    for (Argument& argument : dispatch.args()) arguments.push_back(&argument);
    CallBase* call;
    if (function_.doesNotThrow()) {
      call = builder.CreateCall(&flavour, arguments);
    } else {
      auto* done = BasicBlock::Create(dispatch.getContext(), "done", &dispatch);
      auto* thrown = BasicBlock::Create(dispatch.getContext(), "thrown", &dispatch);
      call = builder.CreateInvoke(&flavour, done, thrown, arguments);
      add_landing_pad(dispatch, thrown, thread);
      builder.SetInsertPoint(done);
    }
    copy_abi(*call, flavour);
    return call;
  }

  void call_flavour(IRBuilder<>& builder, Function& dispatch, Function& flavour, Value* thread,
                    Value* buffer) {
    CallBase* call = call_body(builder, dispatch, flavour, thread);
    if (ret_slots_ > 0) slots_.store(builder, call, buffer, arg_slots_);
    tables_.call(builder, Hook::incall_return, {thread, table_, buffer});
    // What has ended must not look as if it knew the program's blocks.
    if (function_.getName() == "main" && has_asan(tables_.module()))
      tables_.call(builder, Hook::asan_exit, {thread});
    return_value(builder, call);
  }

  void add_landing_pad(Function& dispatch, BasicBlock* block, Value* thread) {
    dispatch.setPersonalityFn(personality_for(function_));
    IRBuilder<> builder(block);
    Type* type = StructType::get(builder.getPtrTy(), builder.getInt32Ty());
    LandingPadInst* pad = builder.CreateLandingPad(type, 0);
    pad->setCleanup(true);
    tables_.call(builder, Hook::incall_throw, {thread, table_, builder.CreateExtractValue(pad, 0)});
    builder.CreateResume(pad);
  }

  // Static locals stay in the entry block, in front of the test.
  void test_mode(Function& dispatch) {
    BasicBlock& entry = function_.getEntryBlock();
    for (Instruction& instruction : make_early_inc_range(entry))
      if (auto* local = dyn_cast<AllocaInst>(&instruction); local && local->isStaticAlloca())
        local->moveBefore(entry, entry.begin());
    Instruction* place = &entry.front();
    while (isa<AllocaInst>(place) && cast<AllocaInst>(place)->isStaticAlloca())
      place = place->getNextNode();
    IRBuilder<> builder(place);
    Value* is_on = builder.CreateIsNotNull(tables_.mode(builder));
    MDNode* weights = MDBuilder(tables_.context()).createUnlikelyBranchWeights();
    Instruction* end = SplitBlockAndInsertIfThen(is_on, place->getIterator(), true, weights);
    builder.SetInsertPoint(end);
    forward(builder, function_, dispatch);
    end->eraseFromParent();
  }

  // LLVM 19 overwrites the return address when it forwards a byval argument by musttail.
  bool can_be_forwarded() const {
    return none_of(function_.args(),
                   [](const Argument& argument) { return argument.hasByValAttr(); });
  }

  // Returns what `to` returns for the arguments of `from`.
  void forward(IRBuilder<>& builder, Function& from, Function& to) {
    SmallVector<Value*, 8> arguments;
    for (Argument& argument : from.args()) arguments.push_back(&argument);
    CallInst* call = builder.CreateCall(&to, arguments);
    copy_abi(*call, to);
    if (can_be_forwarded()) call->setTailCallKind(CallInst::TCK_MustTail);
    return_value(builder, call);
  }

  Constant* offset_to(Constant* target, Constant* here) {
    Type* quad = Type::getInt64Ty(tables_.context());
    Constant* difference = ConstantExpr::getSub(ConstantExpr::getPtrToInt(target, quad),
                                                ConstantExpr::getPtrToInt(here, quad));
    return ConstantExpr::getTrunc(difference, Type::getInt32Ty(tables_.context()));
  }

  void add_prefix() {
    // What -fsanitize=function puts before a function would come in between: its types are not
    // checked then.
    function_.setMetadata(LLVMContext::MD_func_sanitize, nullptr);
    // A local name for the entry, so that offsets are known to the assembler.
    auto* here = GlobalAlias::create(function_.getFunctionType(), 0, GlobalValue::PrivateLinkage,
                                     function_.getName() + ".here", &function_, &tables_.module());
    Type* word = Type::getInt32Ty(tables_.context());
    function_.setPrefixData(ConstantStruct::getAnon(
        {ConstantInt::get(word, k_prefix_magic), offset_to(table_, here),
         offset_to(flavours_.record, here), offset_to(flavours_.replay, here)}));
    function_.setAlignment(std::max(function_.getAlign().valueOrOne(), Align(16)));
  }

  Tables& tables_;
  const Slots& slots_;
  Function& function_;
  const FlavourSet& flavours_;
  const bool may_be_plain_;
  const uint64_t arg_slots_;
  const uint64_t ret_slots_;
  GlobalVariable* table_ = nullptr;
};

}  // namespace

void make_entry(Tables& tables, Function& function, const FlavourSet& flavours, bool may_be_plain) {
  EntryMaker(tables, function, flavours, may_be_plain).run();
}

}  // namespace cutaway
