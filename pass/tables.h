// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a woven module carries besides code: CutawayModule, its note and constructor, function and
// site tables; and the calls through it into the runtime.
#pragma once
#include "abi/weave.h"
#include "llvm/IR/Module.h"
#include "slots.h"

namespace cutaway {

enum class Hook : unsigned {
#define CUTAWAY_CALL(name, ...) name,
#include "abi/runtime_calls.inc"
#undef CUTAWAY_CALL
};

llvm::FunctionType* hook_type(Hook hook, llvm::LLVMContext& context);

class Tables {
 public:
  Tables(llvm::Module& module, llvm::StringRef plan);

  llvm::Module& module() { return module_; }
  llvm::LLVMContext& context() { return module_.getContext(); }
  const llvm::DataLayout& layout() const { return module_.getDataLayout(); }
  const Slots& slots() const { return slots_; }

  llvm::FunctionType* hook_type(Hook hook);
  llvm::Value* hook_pointer(llvm::IRBuilder<>& builder, Hook hook);
  llvm::CallInst* call(llvm::IRBuilder<>& builder, Hook hook,
                       llvm::ArrayRef<llvm::Value*> arguments);

  llvm::Value* mode(llvm::IRBuilder<>& builder);      // loads module.mode
  llvm::Value* recorder(llvm::IRBuilder<>& builder);  // loads module.recorder
  llvm::Constant* entries_begin() { return entries_begin_; }
  llvm::Constant* entries_end() { return entries_end_; }

  struct Flavours {
    llvm::Function* thunk = nullptr;
    llvm::Function* record = nullptr;
    llvm::Function* replay = nullptr;
    llvm::Function* zoom = nullptr;
    bool is_brief = false;
  };
  // The CutawayFunction of an inside function; empty until it is filled.
  llvm::GlobalVariable* function_table(const llvm::Function& function);
  llvm::GlobalVariable* fill_function(llvm::Function& function, const Flavours& flavours,
                                      uint64_t arg_slots);
  struct SiteShape {
    uint64_t arg_slots = 0;
    uint64_t ret_slots = 0;
    uint32_t flags = 0;
    llvm::Constant* function = nullptr;  // table of the callee, if the call is guarded
  };
  llvm::GlobalVariable* add_site(llvm::StringRef text, const SiteShape& shape);

 private:
  llvm::GlobalVariable* add_text(llvm::StringRef text);
  llvm::GlobalVariable* add_boundary(llvm::StringRef name);
  void add_module_table(llvm::StringRef plan);
  void add_note();
  void add_constructor();

  llvm::Module& module_;
  Slots slots_;
  llvm::Type* pointer_;
  llvm::Type* word_;
  llvm::Type* half_;
  llvm::StructType* module_type_;
  llvm::StructType* function_type_;
  llvm::DenseMap<const llvm::Function*, llvm::GlobalVariable*> function_tables_;
  llvm::GlobalVariable* table_ = nullptr;
  llvm::Constant* entries_begin_;
  llvm::Constant* entries_end_;
};

// Number of slots for all arguments, byval ones by content.
uint64_t argument_slots(const llvm::Function& function, const Slots& slots);
uint64_t argument_slots(const llvm::CallBase& call, const Slots& slots);

}  // namespace cutaway
