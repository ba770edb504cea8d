// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "texts.h"
#include "groups.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/raw_ostream.h"

namespace cutaway {
namespace {

using namespace llvm;

std::string type_name(const DIType* type) {
  if (!type) return "void";
  if (const auto* derived = dyn_cast<DIDerivedType>(type)) {
    const std::string base = type_name(derived->getBaseType());
    switch (derived->getTag()) {
      case dwarf::DW_TAG_pointer_type:
        return base + " *";
      case dwarf::DW_TAG_reference_type:
        return base + " &";
      case dwarf::DW_TAG_rvalue_reference_type:
        return base + " &&";
      case dwarf::DW_TAG_const_type:
        return "const " + base;
      case dwarf::DW_TAG_volatile_type:
        return "volatile " + base;
      default:
        return derived->getName().empty() ? base : derived->getName().str();
    }
  }
  if (isa<DISubroutineType>(type)) return "function";
  return type->getName().empty() ? "(unnamed)" : type->getName().str();
}

struct Parameter {
  std::string name;
  std::string type;
};

// Source parameters by number, as far as debug information still has them.
SmallVector<Parameter, 8> parameters_of(const Function& function) {
  SmallVector<Parameter, 8> parameters;
  const DISubprogram* subprogram = function.getSubprogram();
  if (!subprogram || !subprogram->getType()) return parameters;
  const DITypeRefArray types = subprogram->getType()->getTypeArray();
  for (unsigned i = 1; i < types.size(); ++i)
    parameters.push_back({"", types[i] ? type_name(types[i]) : "..."});
  const auto name_variable = [&](const DILocalVariable* variable) {
    if (variable->getScope()->getSubprogram() != subprogram) return;
    if (variable->getArg() > 0 && variable->getArg() <= parameters.size())
      parameters[variable->getArg() - 1].name = variable->getName().str();
  };
  for (const DINode* node : subprogram->getRetainedNodes())
    if (const auto* variable = dyn_cast<DILocalVariable>(node)) name_variable(variable);
  for (const Instruction& instruction : instructions(function))
    for (const DbgVariableRecord& record : filterDbgVars(instruction.getDbgRecordRange()))
      if (!record.getDebugLoc().getInlinedAt()) name_variable(record.getVariable());
  return parameters;
}

// Leaves of one IR value; a value of several leaves numbers them.
void append_leaves(std::string& text, ArrayRef<Leaf> leaves, const Parameter& parameter) {
  for (size_t i = 0; i < leaves.size(); ++i) {
    if (!text.empty()) text += ';';
    text += leaves[i].kind;
    text += std::to_string(leaves[i].bytes) + " " + parameter.name;
    if (leaves.size() > 1) text += "." + std::to_string(i);
    text += " " + parameter.type;
  }
}

SmallVector<Leaf, 4> argument_leaves(Type* type, Type* byval, const Slots& slots,
                                     const DataLayout& layout) {
  if (byval) return {Leaf{'b', layout.getTypeAllocSize(byval)}};
  return slots.leaves_of(type);
}

std::string place_text(StringRef name, const DIFile* file, unsigned line) {
  std::string text = "name=" + name.str() + "\n";
  if (!file) return text;
  std::string path = file->getFilename().str();
  if (!StringRef(path).starts_with("/")) path = (file->getDirectory() + "/" + path).str();
  return text + "file=" + path + "\nline=" + std::to_string(line) + "\n";
}

std::string signature_text(StringRef args, StringRef ret) {
  return ("args=" + args + "\nret=" + ret + "\n").str();
}

std::string return_leaves(Type* type, const Function* callee, const Slots& slots) {
  std::string text;
  Parameter result{"", ""};
  if (callee && callee->getSubprogram() && callee->getSubprogram()->getType()) {
    const DITypeRefArray types = callee->getSubprogram()->getType()->getTypeArray();
    if (types.size() > 0) result.type = type_name(types[0]);
  }
  append_leaves(text, slots.leaves_of(type), result);
  return text;
}

// Source parameters stand for IR arguments only if they are as many, not counting sret.
class ParameterNames {
 public:
  ParameterNames(const Function* function, unsigned ir_arguments) {
    if (!function) return;
    parameters_ = parameters_of(*function);
    skipped_ = function->arg_size() > 0 && function->hasParamAttribute(0, Attribute::StructRet);
    if (parameters_.size() + skipped_ != std::min<size_t>(ir_arguments, function->arg_size()))
      parameters_.clear();
  }
  Parameter of(unsigned index, StringRef ir_name) const {
    if (index < skipped_) return {"sret", ""};
    if (index - skipped_ < parameters_.size()) {
      Parameter parameter = parameters_[index - skipped_];
      if (parameter.name.empty()) parameter.name = ir_name.str();
      return parameter;
    }
    return {ir_name.str(), ""};
  }

 private:
  SmallVector<Parameter, 8> parameters_;
  unsigned skipped_ = 0;
};

}  // namespace

std::string function_text(const Function& function, const Slots& slots) {
  const DISubprogram* subprogram = function.getSubprogram();
  const DataLayout& layout = function.getDataLayout();
  const ParameterNames names(&function, function.arg_size());
  std::string args;
  for (const Argument& argument : function.args())
    append_leaves(args,
                  argument_leaves(argument.getType(), argument.getParamByValType(), slots, layout),
                  names.of(argument.getArgNo(), argument.getName()));
  const StringRef group = group_of(function);
  return place_text(function.getName(), subprogram ? subprogram->getFile() : nullptr,
                    subprogram ? subprogram->getLine() : 0) +
         signature_text(args, return_leaves(function.getReturnType(), &function, slots)) +
         (group.empty() ? "" : ("group=" + group + "\n").str());
}

std::string site_text(const CallBase& call, StringRef name, const Slots& slots) {
  const DataLayout& layout = call.getDataLayout();
  const Function* callee = call.getCalledFunction();
  const ParameterNames names(callee, call.arg_size());
  std::string args;
  for (unsigned i = 0; i < call.arg_size(); ++i)
    append_leaves(
        args,
        argument_leaves(call.getArgOperand(i)->getType(), call.getParamByValType(i), slots, layout),
        names.of(i, ""));
  const DILocation* place = call.getDebugLoc();
  return place_text(name, place ? place->getFile() : nullptr, place ? place->getLine() : 0) +
         signature_text(args, return_leaves(call.getType(), callee, slots));
}

std::string value_text(const Instruction& instruction, StringRef name, const Slots& slots) {
  const DILocation* place = instruction.getDebugLoc();
  return place_text(name, place ? place->getFile() : nullptr, place ? place->getLine() : 0) +
         signature_text("", return_leaves(instruction.getType(), nullptr, slots));
}

}  // namespace cutaway
