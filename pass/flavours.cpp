// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "flavours.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "sides.h"
#include "thread_locals.h"

namespace cutaway {
namespace {

using namespace llvm;

// What a flavour does not promise any more: it writes logs and shadows.
void relax_attributes(Function& function) {
  static const Attribute::AttrKind k_dropped[] = {
      Attribute::Memory,    Attribute::NoFree,       Attribute::NoSync,       Attribute::WillReturn,
      Attribute::NoRecurse, Attribute::Speculatable, Attribute::AlwaysInline, Attribute::NoCallback,
      Attribute::AllocSize, Attribute::AllocKind};
  for (Attribute::AttrKind kind : k_dropped) function.removeFnAttr(kind);
  function.removeFnAttr(k_side_attribute);
}

// Rebuilds constants that hold block addresses of the original.
class LabelTables {
 public:
  LabelTables(Function& original, Function& copy, ValueToValueMapTy& values)
      : original_(original), copy_(copy), values_(values) {}

  void remap() {
    for (Instruction& instruction : instructions(copy_))
      for (Use& operand : instruction.operands())
        if (auto* constant = dyn_cast<Constant>(operand.get())) operand.set(rebuilt(constant));
  }

 private:
  Constant* rebuilt(Constant* constant) {
    if (isa<ConstantData>(constant)) return constant;
    const auto known = rebuilt_.find(constant);
    if (known != rebuilt_.end()) return known->second;
    rebuilt_[constant] = constant;
    Constant* result = constant;
    if (auto* global = dyn_cast<GlobalVariable>(constant)) {
      result = rebuilt_global(*global);
    } else if (auto* label = dyn_cast<BlockAddress>(constant)) {
      if (label->getFunction() == &original_)
        result =
            BlockAddress::get(&copy_, cast<BasicBlock>(values_.lookup(label->getBasicBlock())));
    } else if (!isa<GlobalValue>(constant)) {
      result = rebuilt_operands(*constant);
    }
    return rebuilt_[constant] = result;
  }

  Constant* rebuilt_operands(Constant& constant) {
    SmallVector<Constant*, 16> operands;
    bool changed = false;
    for (Use& operand : constant.operands()) {
      operands.push_back(rebuilt(cast<Constant>(operand.get())));
      changed |= operands.back() != operand.get();
    }
    if (!changed) return &constant;
    if (auto* expression = dyn_cast<ConstantExpr>(&constant))
      return expression->getWithOperands(operands);
    if (auto* structure = dyn_cast<ConstantStruct>(&constant))
      return ConstantStruct::get(structure->getType(), operands);
    if (auto* array = dyn_cast<ConstantArray>(&constant))
      return ConstantArray::get(array->getType(), operands);
    return &constant;
  }

  Constant* rebuilt_global(GlobalVariable& global) {
    if (!global.isConstant() || !global.hasLocalLinkage() || !global.hasInitializer())
      return &global;
    Constant* initializer = rebuilt(global.getInitializer());
    if (initializer == global.getInitializer()) return &global;
    auto* copy = new GlobalVariable(*global.getParent(), initializer->getType(), true,
                                    global.getLinkage(), initializer, global.getName());
    copy->copyAttributesFrom(&global);
    return copy;
  }

  Function& original_;
  Function& copy_;
  ValueToValueMapTy& values_;
  DenseMap<Constant*, Constant*> rebuilt_;
};

bool has_labels(const Function& function) {
  for (const BasicBlock& block : function)
    if (block.hasAddressTaken()) return true;
  return false;
}

}  // namespace

Function* clone_with_context(Function& function, StringRef suffix, Variables variables) {
  LLVMContext& context = function.getContext();
  SmallVector<Type*, 8> types{PointerType::getUnqual(context)};
  types.append(function.getFunctionType()->param_begin(), function.getFunctionType()->param_end());
  auto* type = FunctionType::get(function.getReturnType(), types, function.isVarArg());
  auto* copy = Function::Create(type, GlobalValue::InternalLinkage, function.getName() + suffix,
                                function.getParent());
  ValueToValueMapTy values;
  copy->getArg(0)->setName("cutaway.context");
  for (Argument& argument : function.args()) {
    Argument* target = copy->getArg(argument.getArgNo() + 1);
    target->setName(argument.getName());
    values[&argument] = target;
  }
  copy_body(function, *copy, values, variables);
  copy->setLinkage(GlobalValue::InternalLinkage);
  copy->setVisibility(GlobalValue::DefaultVisibility);
  copy->setDSOLocal(true);
  copy->setComdat(nullptr);
  copy->setSection("");
  copy->addParamAttr(0, Attribute::SwiftSelf);
  relax_attributes(*copy);
  name_thread_local_addresses(*copy);
  if (has_labels(function)) LabelTables(function, *copy, values).remap();
  return copy;
}

void keep_parameter_names(Function& function) {
  DISubprogram* subprogram = function.getSubprogram();
  if (!subprogram || !subprogram->isDistinct() || !subprogram->getRetainedNodes().empty()) return;
  SmallVector<Metadata*, 8> parameters;
  for (Instruction& instruction : instructions(function))
    for (DbgVariableRecord& record : filterDbgVars(instruction.getDbgRecordRange()))
      if (record.getVariable()->getArg() > 0 && !record.getDebugLoc().getInlinedAt())
        parameters.push_back(record.getVariable());
  if (!parameters.empty())
    subprogram->replaceRetainedNodes(MDTuple::get(function.getContext(), parameters));
}

void drop_variables(Function& function) {
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    instruction.dropDbgRecords();
    if (isa<DbgInfoIntrinsic>(instruction)) instruction.eraseFromParent();
  }
}

}  // namespace cutaway
