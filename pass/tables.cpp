// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tables.h"
#include "groups.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "texts.h"

namespace cutaway {
namespace {

using namespace llvm;

constexpr StringLiteral k_module_name = "__cutaway_module";

enum class Letter { V, P, U, I };

struct HookSignature {
  SmallVector<Letter, 8> letters;  // result first
  bool preserves_registers;
};

ArrayRef<HookSignature> signatures() {
  using enum Letter;
  // The first group of runtime_calls.inc: cold calls in hot loops.
  const auto is_cold = [](StringRef name) {
    return name == "load_differs" || name == "value_differs" || name == "verify_store" ||
           name == "position_reached";
  };
  static const std::vector<HookSignature> list = {
#define CUTAWAY_CALL(name, ...) {{__VA_ARGS__}, is_cold(#name)},
#include "abi/runtime_calls.inc"
#undef CUTAWAY_CALL
  };
  return list;
}

Type* type_of(Letter letter, LLVMContext& context) {
  switch (letter) {
    case Letter::V:
      return Type::getVoidTy(context);
    case Letter::P:
      return PointerType::getUnqual(context);
    case Letter::U:
      return Type::getInt64Ty(context);
    case Letter::I:
      return Type::getInt32Ty(context);
  }
  llvm_unreachable("unknown letter");
}

constexpr unsigned k_calls_field = 7;
constexpr unsigned k_recorder_field = 8;
// In the word that leaves_replay starts.
constexpr uint32_t k_is_brief =
    1u << 8 * (offsetof(CutawayFunction, is_brief) - offsetof(CutawayFunction, leaves_replay));

}  // namespace

uint64_t argument_slots(const Function& function, const Slots& slots) {
  uint64_t count = 0;
  for (const Argument& argument : function.args()) {
    Type* byval = argument.getParamByValType();
    count += byval ? Slots::count_bytes(function.getDataLayout().getTypeAllocSize(byval))
                   : slots.count(argument.getType());
  }
  return count;
}

uint64_t argument_slots(const CallBase& call, const Slots& slots) {
  uint64_t count = 0;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Type* byval = call.getParamByValType(i);
    count += byval ? Slots::count_bytes(call.getDataLayout().getTypeAllocSize(byval))
                   : slots.count(call.getArgOperand(i)->getType());
  }
  return count;
}

Tables::Tables(Module& module, StringRef plan)
    : module_(module),
      slots_(module.getDataLayout()),
      pointer_(PointerType::getUnqual(module.getContext())),
      word_(Type::getInt32Ty(module.getContext())),
      half_(Type::getInt16Ty(module.getContext())) {
  function_type_ = StructType::get(
      module.getContext(), {word_, half_, half_, word_, word_, pointer_, pointer_, pointer_,
                            pointer_, pointer_, pointer_, Type::getInt64Ty(context()), pointer_});
  entries_begin_ = add_boundary("__start_cutaway_entries");
  entries_end_ = add_boundary("__stop_cutaway_entries");
  add_module_table(plan);
  add_note();
  add_constructor();
}

GlobalVariable* Tables::add_boundary(StringRef name) {
  auto* boundary = new GlobalVariable(module_, Type::getInt8Ty(context()), false,
                                      GlobalValue::ExternalLinkage, nullptr, name);
  boundary->setVisibility(GlobalValue::HiddenVisibility);
  boundary->setDSOLocal(true);
  return boundary;
}

GlobalVariable* Tables::add_text(StringRef text) {
  auto* data = ConstantDataArray::getString(context(), text);
  auto* global = new GlobalVariable(module_, data->getType(), true, GlobalValue::PrivateLinkage,
                                    data, "cutaway.text");
  global->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return global;
}

void Tables::add_module_table(StringRef plan) {
  auto* calls = ArrayType::get(pointer_, k_call_count);
  module_type_ = StructType::get(
      context(), {word_, word_, pointer_, pointer_, pointer_, pointer_, pointer_, calls, pointer_});
  Constant* value = ConstantStruct::get(
      module_type_,
      {ConstantInt::get(word_, k_abi_version), ConstantInt::get(word_, k_mode_off),
       add_boundary("__start_cutaway_functions"), add_boundary("__stop_cutaway_functions"),
       entries_begin_, entries_end_, add_text(plan), ConstantAggregateZero::get(calls),
       ConstantPointerNull::get(cast<PointerType>(pointer_))});
  table_ = new GlobalVariable(module_, module_type_, false, GlobalValue::LinkOnceODRLinkage, value,
                              k_module_name);
  table_->setVisibility(GlobalValue::HiddenVisibility);
  table_->setDSOLocal(true);
  table_->setComdat(module_.getOrInsertComdat(k_module_name));
  table_->setAlignment(Align(64));
}

// name size, descriptor size, type, "Cutaway\0", module - descriptor.
void Tables::add_note() {
  Type* quad = Type::getInt64Ty(context());
  auto* name = ConstantDataArray::getString(context(), "Cutaway");
  auto* type = StructType::get(context(), {word_, word_, word_, name->getType(), quad}, true);
  auto* note = new GlobalVariable(module_, type, true, GlobalValue::LinkOnceODRLinkage, nullptr,
                                  "__cutaway_note");
  Constant* descriptor = ConstantExpr::getInBoundsGetElementPtr(
      type, note, ArrayRef<Constant*>{ConstantInt::get(word_, 0), ConstantInt::get(word_, 4)});
  Constant* offset = ConstantExpr::getSub(ConstantExpr::getPtrToInt(table_, quad),
                                          ConstantExpr::getPtrToInt(descriptor, quad));
  note->setInitializer(
      ConstantStruct::get(type, {ConstantInt::get(word_, 8), ConstantInt::get(word_, 8),
                                 ConstantInt::get(word_, k_note_type), name, offset}));
  note->setVisibility(GlobalValue::HiddenVisibility);
  note->setDSOLocal(true);
  note->setSection(".note.cutaway");
  note->setComdat(module_.getOrInsertComdat("__cutaway_note"));
  note->setAlignment(Align(4));
  appendToUsed(module_, {note});
}

void Tables::add_constructor() {
  auto* type = FunctionType::get(Type::getVoidTy(context()), false);
  auto* attach_type = FunctionType::get(Type::getVoidTy(context()), {pointer_}, false);
  auto* attach =
      Function::Create(attach_type, GlobalValue::ExternalWeakLinkage, "cutaway_rt_attach", module_);
  auto* constructor =
      Function::Create(type, GlobalValue::LinkOnceODRLinkage, "__cutaway_attach", module_);
  constructor->setVisibility(GlobalValue::HiddenVisibility);
  constructor->setDSOLocal(true);
  constructor->setComdat(module_.getOrInsertComdat("__cutaway_attach"));
  constructor->addFnAttr(Attribute::NoUnwind);
  auto* entry = BasicBlock::Create(context(), "entry", constructor);
  auto* present = BasicBlock::Create(context(), "present", constructor);
  auto* done = BasicBlock::Create(context(), "done", constructor);
  IRBuilder<> builder(entry);
  builder.CreateCondBr(builder.CreateIsNotNull(attach), present, done);
  builder.SetInsertPoint(present);
  builder.CreateCall(attach_type, attach, {table_});
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
  builder.CreateRetVoid();
  appendToGlobalCtors(module_, constructor, 1, constructor);
}

FunctionType* hook_type(Hook hook, LLVMContext& context) {
  const HookSignature& signature = signatures()[static_cast<unsigned>(hook)];
  SmallVector<Type*, 8> types;
  for (Letter letter : signature.letters) types.push_back(type_of(letter, context));
  return FunctionType::get(types[0], ArrayRef<Type*>(types).drop_front(), false);
}

FunctionType* Tables::hook_type(Hook hook) { return cutaway::hook_type(hook, context()); }

Value* Tables::hook_pointer(IRBuilder<>& builder, Hook hook) {
  Value* place = builder.CreateInBoundsGEP(module_type_, table_,
                                           {builder.getInt32(0), builder.getInt32(k_calls_field),
                                            builder.getInt32(static_cast<unsigned>(hook))});
  return builder.CreateLoad(pointer_, place);
}

CallInst* Tables::call(IRBuilder<>& builder, Hook hook, ArrayRef<Value*> arguments) {
  CallInst* call = builder.CreateCall(hook_type(hook), hook_pointer(builder, hook), arguments);
  call->addFnAttr(Attribute::NoUnwind);
  if (signatures()[static_cast<unsigned>(hook)].preserves_registers)
    call->setCallingConv(CallingConv::PreserveMost);
  return call;
}

Value* Tables::mode(IRBuilder<>& builder) {
  return builder.CreateLoad(word_, builder.CreateStructGEP(module_type_, table_, 1));
}

Value* Tables::recorder(IRBuilder<>& builder) {
  return builder.CreateLoad(pointer_,
                            builder.CreateStructGEP(module_type_, table_, k_recorder_field));
}

GlobalVariable* Tables::function_table(const Function& function) {
  GlobalVariable*& table = function_tables_[&function];
  if (table) return table;
  table = new GlobalVariable(module_, function_type_, false, GlobalValue::PrivateLinkage,
                             ConstantAggregateZero::get(function_type_), "cutaway.function");
  table->setSection("cutaway_functions");
  table->setAlignment(Align(8));
  appendToCompilerUsed(module_, {table});
  return table;
}

GlobalVariable* Tables::fill_function(Function& function, const Flavours& flavours,
                                      uint64_t arg_slots) {
  Constant* null = ConstantPointerNull::get(cast<PointerType>(pointer_));
  const auto or_null = [&](Function* flavour) -> Constant* { return flavour ? flavour : null; };
  const uint32_t flags = (function.isVarArg() ? k_function_variadic : 0) |
                         (is_inline_code(function) ? k_function_inline : 0);
  GlobalVariable* table = function_table(function);
  table->setInitializer(ConstantStruct::get(
      function_type_,
      {ConstantInt::get(word_, 0), ConstantInt::get(half_, arg_slots),
       ConstantInt::get(half_, slots_.count(function.getReturnType())),
       ConstantInt::get(word_, flags), ConstantInt::get(word_, flavours.is_brief ? k_is_brief : 0),
       add_text(function_text(function, slots_)), &function, or_null(flavours.thunk),
       or_null(flavours.record), or_null(flavours.replay), or_null(flavours.zoom),
       ConstantInt::get(Type::getInt64Ty(context()), 0), null}));
  return table;
}

GlobalVariable* Tables::add_site(StringRef text, const SiteShape& shape) {
  Constant* null = ConstantPointerNull::get(cast<PointerType>(pointer_));
  auto* value = ConstantStruct::getAnon(
      {ConstantInt::get(word_, 0), ConstantInt::get(half_, shape.arg_slots),
       ConstantInt::get(half_, shape.ret_slots), ConstantInt::get(word_, shape.flags),
       ConstantInt::get(word_, 0), add_text(text), shape.function ? shape.function : null, null});
  auto* table = new GlobalVariable(module_, value->getType(), false, GlobalValue::PrivateLinkage,
                                   value, "cutaway.site");
  table->setSection("cutaway_sites");
  table->setAlignment(Align(8));
  return table;
}

}  // namespace cutaway
