// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code of one function gets into another by inlining alone: passes that make functions of others
// (specialisation, coroutines) are seen by the names that are new at the end. A reference to a
// local name needs no inlining: a pointer may have been propagated, so those at the end count, too.
// References to other names go through symbols.
#include "code_record.h"
#include <set>
#include "global_references.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/InlineAdvisor.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueHandle.h"

namespace cutaway {
namespace {

using namespace llvm;

struct CodeRecord {
  const Module* module = nullptr;
  std::set<std::pair<std::string, std::string>> inlined;  // callee, caller
  std::vector<std::pair<std::string, WeakVH>> variables;  // local ones
  StringSet<> functions;
  std::vector<std::string> constructors;
};

CodeRecord* current = nullptr;  // a compiler has one module at a time

void note_inlining(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  if (current && callee)
    current->inlined.emplace(callee->getName().str(), call.getCaller()->getName().str());
}

// Clang's advisor, and a note of what it says.
class NotingAdvisor : public InlineAdvisor {
 public:
  NotingAdvisor(Module& module, FunctionAnalysisManager& manager, InlineParams parameters,
                InlineContext context)
      : InlineAdvisor(module, manager, context), clangs_(module, manager, parameters, context) {}

 private:
  std::unique_ptr<InlineAdvice> getAdviceImpl(CallBase& call) override {
    std::unique_ptr<InlineAdvice> advice = clangs_.getAdvice(call);
    if (advice && advice->isInliningRecommended()) note_inlining(call);
    return advice;
  }
  std::unique_ptr<InlineAdvice> getMandatoryAdvice(CallBase& call, bool advice) override {
    if (advice) note_inlining(call);
    return InlineAdvisor::getMandatoryAdvice(call, advice);
  }

  DefaultInlineAdvisor clangs_;
};

InlineAdvisor* make_advisor(Module& module, FunctionAnalysisManager& manager,
                            InlineParams parameters, InlineContext context) {
  return new NotingAdvisor(module, manager, parameters, context);
}

std::vector<std::string> constructors_of(const Module& module) {
  std::vector<std::string> found;
  for (const char* name : {"llvm.global_ctors", "llvm.global_dtors"})
    if (const GlobalVariable* list = module.getNamedGlobal(name); list && list->hasInitializer())
      for (const GlobalValue* function : globals_in(*list->getInitializer()))
        found.push_back(function->getName().str());
  return found;
}

// Whether something is known by where it is, or by what it refers to.
bool is_worth_noting(const GlobalValue& global) {
  if (!global.hasLocalLinkage() || global.isDeclaration()) return false;
  const auto* variable = dyn_cast<GlobalVariable>(&global);
  if (!variable) return true;
  return !variable->isConstant() || !variable->hasGlobalUnnamedAddr() ||
         !globals_in(*variable->getInitializer()).empty();
}

void write_line(raw_ostream& text, char kind, StringRef first, StringRef second = "") {
  text << kind << '\t' << first << '\t' << second << '\n';
}

}  // namespace

void start_code_record(Module& module, ModuleAnalysisManager& manager) {
  // Another plugin's advisor would be asked in the place of ours.
  if (!manager.registerPass([] { return PluginInlineAdvisorAnalysis(make_advisor); })) return;
  delete current;
  current = new CodeRecord;
  current->module = &module;
  current->constructors = constructors_of(module);
  for (GlobalVariable& variable : module.globals())
    if (variable.hasLocalLinkage())
      current->variables.emplace_back(variable.getName().str(), WeakVH(&variable));
  for (const Function& function : module) {
    if (function.isDeclaration()) continue;
    current->functions.insert(function.getName());
    // A pass of its own inlines these.
    if (function.hasFnAttribute(Attribute::AlwaysInline))
      for (const GlobalValue* user : global_users(function))
        current->inlined.emplace(function.getName().str(), user->getName().str());
  }
}

std::string finish_code_record(const Module& module) {
  if (!current || current->module != &module) return "";
  std::string content;
  raw_string_ostream text(content);
  write_line(text, 'v', "1");
  for (const auto& [callee, caller] : current->inlined) write_line(text, 'i', callee, caller);
  for (const GlobalValue& global : module.global_values())
    if (is_worth_noting(global))
      for (const GlobalValue* user : global_users(global))
        write_line(text, 'r', global.getName(), user->getName());
  for (const auto& [name, handle] : current->variables) {
    const auto* variable = dyn_cast_or_null<GlobalVariable>(static_cast<const Value*>(handle));
    if (variable && variable->getName() == name && variable->hasLocalLinkage())
      write_line(text, 's', name);
  }
  for (const Function& function : module)
    if (!function.isDeclaration() && !current->functions.contains(function.getName()))
      write_line(text, 'n', function.getName());
  if (constructors_of(module) != current->constructors) write_line(text, 'c', "");
  delete current;
  current = nullptr;
  return content;
}

}  // namespace cutaway
