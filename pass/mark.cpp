// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Problem: the cut must survive inlining, yet inside code must stay as fast as it was.
// Idea: call sites that cross the cut are marked noinline; calls within a side inline freely.
// Inline code of headers (std::vector, static helpers) that nobody named belongs to whoever calls
// it: the closure that inside code reaches is cloned here, before optimisation, so that std::sort
// with an inside comparator still inlines the comparator.
// A failure is known by its line. Optimisation makes one call of several at the ends of branches,
// above all of those that do not return, and the line is lost: calls that leave are not merged.
#include "mark.h"
#include "copies.h"
#include "known_functions.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "places.h"
#include "sides.h"
#include "string_members.h"

namespace cutaway {
namespace {

using namespace llvm;

bool has_asm_goto(const Function& function) {
  for (const BasicBlock& block : function)
    if (isa<CallBrInst>(block.getTerminator())) return true;
  return false;
}

// Why woven code cannot stand for `function`; empty if it can.
StringRef obstacle_of(const Function& function) {
  if (function.hasFnAttribute(Attribute::Naked)) return "it is a naked function";
  const CallingConv::ID convention = function.getCallingConv();
  if (convention != CallingConv::C && convention != CallingConv::Fast &&
      convention != CallingConv::Cold)
    return "it has a special calling convention";
  if (function.hasPrefixData() || function.hasPrologueData()) return "it has prefix data";
  if (has_asm_goto(function)) return "it uses asm goto";
  return "";
}

void report(const Function& function, DiagnosticSeverity severity, const Twine& message) {
  DiagnosticInfoUnsupported info(function, message, DiagnosticLocation(function.getSubprogram()),
                                 severity);
  function.getContext().diagnose(info);
}

class Marker {
 public:
  Marker(Module& module, const InsidePatterns& patterns, Granularity zoom)
      : module_(module), patterns_(patterns), zoom_(zoom) {}

  bool run() {
    const auto is_named = [&](const Function& function) {
      return !function.isDeclaration() && match(function) == Match::included;
    };
    if (none_of(module_, is_named)) return false;
    const SmallVector<Function*, 0> members = define_string_members(module_);
    for (Function& function : module_)
      if (!function.isDeclaration()) classify(function);
    for (Function* function : inside_) adopt_callees(*function);
    while (!adopted_.empty()) adopt_callees(*adopted_.pop_back_val());
    undefine_string_members(members);
    for (Function& function : module_) guard_calls(function);
    return !inside_.empty();
  }

 private:
  Match match(const Function& function) const {
    return patterns_.match(qualified_name_of(function.getName()), path_of(function));
  }

  void classify(Function& function) {
    const Match side = match(function);
    const bool is_copy = function.hasAvailableExternallyLinkage();
    if (side == Match::included && !is_copy) {
      include(function);
    } else if (side != Match::excluded && (is_copy || is_adoptable(function))) {
      libraries_.insert(&function);
    }
  }

  static bool is_adoptable(const Function& function) {
    return is_from_header(function) && function.isDiscardableIfUnused() &&
           obstacle_of(function).empty() && !function.isPresplitCoroutine();
  }

  void include(Function& function) {
    if (function.isPresplitCoroutine()) {
      report(function, DS_Error,
             "cutaway: a coroutine cannot be inside; exclude it with --inside '-" +
                 qualified_name_of(function.getName()) + "'");
      return;
    }
    const StringRef obstacle = obstacle_of(function);
    if (!obstacle.empty()) {
      report(function, DS_Warning,
             "cutaway: '" + qualified_name_of(function.getName()) + "' stays outside: " + obstacle);
      return;
    }
    set_side(function, Side::inside);
    set_group(function, zoom_, is_adoptable(function));
    inside_.push_back(&function);
  }

  // Redirects calls of header code from `caller` to a copy that belongs to the inside.
  void adopt_callees(Function& caller) {
    for (Instruction& instruction : instructions(caller)) {
      auto* call = dyn_cast<CallBase>(&instruction);
      if (!call || !call->getCalledFunction()) continue;
      Function* callee = call->getCalledFunction();
      if (libraries_.contains(callee)) call->setCalledFunction(adopt(*callee));
    }
  }

  Function* adopt(Function& library) {
    Function*& copy = copies_[&library];
    if (copy) return copy;
    copy = Function::Create(library.getFunctionType(), GlobalValue::InternalLinkage,
                            library.getAddressSpace(), library.getName() + ".inside", &module_);
    ValueToValueMapTy values;
    for (Argument& argument : library.args()) {
      copy->getArg(argument.getArgNo())->setName(argument.getName());
      values[&argument] = copy->getArg(argument.getArgNo());
    }
    copy_body(library, *copy, values, Variables::kept);
    copy->setVisibility(GlobalValue::DefaultVisibility);
    copy->setDSOLocal(true);
    copy->setComdat(nullptr);
    set_side(*copy, Side::library);
    adopted_.push_back(copy);
    return copy;
  }

  static void guard_calls(Function& caller) {
    const bool caller_is_inside = side_of(caller) != Side::outside;
    for (Instruction& instruction : instructions(caller)) {
      auto* call = dyn_cast<CallBase>(&instruction);
      if (!call) continue;
      auto* callee = dyn_cast<Function>(call->getCalledOperand()->stripPointerCastsAndAliases());
      if (caller_is_inside && may_leave(*call, callee)) call->addFnAttr(Attribute::NoMerge);
      if (!callee || callee->isDeclaration()) continue;
      const bool callee_is_inside = side_of(*callee) != Side::outside;
      // Code of system headers belongs to whoever calls it, also where somebody zooms.
      const bool is_border = is_group_border(caller, *callee) && !is_from_system_header(*callee);
      if (caller_is_inside != callee_is_inside || is_border) forbid_inlining(*call, *callee);
    }
  }

  // Whether a call of the inside may be one of the outside, or the last thing that happens.
  // `callee` null: it is indirect.
  static bool may_leave(const CallBase& call, const Function* callee) {
    if (call.doesNotReturn()) return true;
    if (!callee) return !call.isInlineAsm();
    if (callee->isIntrinsic() || stays_inside(*callee)) return false;
    return side_of(*callee) == Side::outside;
  }

  static void forbid_inlining(CallBase& call, Function& callee) {
    if (callee.hasFnAttribute(Attribute::AlwaysInline)) return;
    call.removeFnAttr(Attribute::AlwaysInline);
    call.addFnAttr(Attribute::NoInline);
  }

  Module& module_;
  const InsidePatterns& patterns_;
  const Granularity zoom_;
  SmallVector<Function*, 32> inside_;
  SmallVector<Function*, 32> adopted_;
  SmallPtrSet<Function*, 32> libraries_;
  DenseMap<Function*, Function*> copies_;
};

}  // namespace

bool mark_sides(Module& module, const InsidePatterns& patterns, Granularity zoom) {
  return Marker(module, patterns, zoom).run();
}

}  // namespace cutaway
