// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "slim.h"
#include "abi/store.h"
#include "affected.h"
#include "declarations.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace cutaway {
namespace {

using namespace llvm;

class Slimmer {
 public:
  Slimmer(Module& module, const ObjectCode& object, const Presences& presences)
      : module_(module), object_(object), presences_(presences) {}

  // Before anything changes.
  void describe_changes(raw_ostream& text) const {
    for (const auto& [global, presence] : presences_) {
      if (presence == Presence::shared) text << "share " << global->getName() << '\n';
      if (presence == Presence::affected && global->hasInternalLinkage())
        text << "stale " << global->getName() << '\n';
      if (presence != Presence::affected || !object_.defined.contains(global->getName())) continue;
      const auto* object = dyn_cast<GlobalObject>(global);
      text << (object && object->hasComdat() ? "group " : "weaken ") << global->getName() << '\n';
    }
    if (has_constructors()) text << "constructors\n";
  }

  void run() {
    if (!has_constructors())
      for (const char* name : {"llvm.global_ctors", "llvm.global_dtors"})
        if (GlobalVariable* list = module_.getNamedGlobal(name)) list->eraseFromParent();
    removeFromUsedLists(module_, [&](Constant* constant) {
      auto* global = dyn_cast<GlobalValue>(constant->stripPointerCasts());
      return !global || !is_affected(*global);
    });
    for (GlobalAlias& alias : make_early_inc_range(module_.aliases())) {
      if (is_affected(alias)) {
        keep_for_object(alias);
      } else {
        replace_by_declaration(alias);
      }
    }
    for (Function& function : module_)
      if (!function.isDeclaration()) treat(function);
    for (GlobalVariable& variable : module_.globals())
      if (!variable.isDeclaration() && !variable.getName().starts_with("llvm.")) treat(variable);
  }

 private:
  bool is_affected(const GlobalValue& global) const {
    auto found = presences_.find(const_cast<GlobalValue*>(&global));
    return found != presences_.end() && found->second == Presence::affected;
  }

  bool has_constructors() const {
    for (const char* name : {"llvm.global_ctors", "llvm.global_dtors"})
      if (GlobalVariable* list = module_.getNamedGlobal(name))
        if (any_of(references_of(*list), [&](GlobalValue* each) { return is_affected(*each); }))
          return true;
    return false;
  }

  template <typename Object>
  void treat(Object& global) {
    auto found = presences_.find(&global);
    if (found == presences_.end()) {
      declare(global);
      return;
    }
    switch (found->second) {
      case Presence::affected:
        keep_for_object(global);
        break;
      case Presence::copied:
        if (global.hasLocalLinkage()) global.setComdat(nullptr);
        break;
      case Presence::inlined:
        global.setComdat(nullptr);
        global.setLinkage(GlobalValue::AvailableExternallyLinkage);
        break;
      case Presence::shared:
        share(cast<GlobalVariable>(static_cast<GlobalValue&>(global)));
        break;
    }
  }

  // The user's object may need it, even if nobody does here.
  void keep_for_object(GlobalValue& global) const {
    if (!object_.defined.contains(global.getName())) return;
    if (global.hasLinkOnceODRLinkage()) global.setLinkage(GlobalValue::WeakODRLinkage);
    if (global.hasLinkOnceAnyLinkage()) global.setLinkage(GlobalValue::WeakAnyLinkage);
  }

  static void share(GlobalVariable& variable) {
    declare(variable);
    variable.setName(variable.getName() + CUTAWAY_SHARED_SUFFIX);
    variable.setVisibility(GlobalValue::HiddenVisibility);
    variable.setDSOLocal(true);
  }

  Module& module_;
  const ObjectCode& object_;
  const Presences& presences_;
};

}  // namespace

void slim_module(Module& module, StringRef object, StringRef changes) {
  std::error_code error;
  raw_fd_ostream text(changes, error);
  if (error) return;  // the tool takes that for a failure
  const std::unique_ptr<ObjectCode> code = ObjectCode::read(object);
  const Affected affected =
      code ? find_affected(module, *code) : Affected{{}, "its object is not described"};
  if (!affected.whole_because.empty()) {
    text << "whole\n# " << affected.whole_because << '\n';
    return;
  }
  Slimmer slimmer(module, *code, affected.presences);
  slimmer.describe_changes(text);
  text << "end\n";
  slimmer.run();
}

}  // namespace cutaway
