// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Problem: a unit of 100,000 instructions has an inline function of the inside with 7. Which code
// of the user's object has those 7 in it, or reaches them by anything but a symbol? Idea: the
// compilation that made the object said what it inlined and which local names are referred to. The
// closure over that is affected. Local variables that others use, too, stay where they are if the
// optimiser has left them what they were; if not, all who use them are affected.
#include "affected.h"
#include "assembler.h"
#include "known_functions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "sides.h"

namespace cutaway {
namespace {

using namespace llvm;

// Of the work that the whole unit is; beyond it nothing is gained. Three quarters of it are
// generating code, which what is only there to be inlined does not need.
constexpr uint64_t k_max_share_percent = 80;

bool is_list(const GlobalValue& global) { return global.getName().starts_with("llvm."); }

bool is_usual(const Function& function) {
  if (function.hasPrefixData() || function.hasPrologueData() || function.isPresplitCoroutine() ||
      function.hasFnAttribute(Attribute::Naked))
    return false;
  return none_of(function, [](const BasicBlock& block) { return block.hasAddressTaken(); });
}

bool is_usual(const Module& module) {
  if (has_assembler(module) || !module.ifunc_empty()) return false;
  for (const GlobalVariable& variable : module.globals()) {
    if (variable.hasMetadata(LLVMContext::MD_associated)) return false;
    if (is_list(variable) && variable.getName() != "llvm.used" &&
        variable.getName() != "llvm.compiler.used" && variable.getName() != "llvm.global_ctors" &&
        variable.getName() != "llvm.global_dtors")
      return false;
  }
  for (const auto& entry : module.getComdatSymbolTable())
    if (entry.getValue().getSelectionKind() != Comdat::Any) return false;
  // A declaration of such a name would be the library's.
  const TargetLibraryInfoImpl library{Triple(module.getTargetTriple())};
  const auto is_of_library = [&](const Function& function) {
    LibFunc found;
    return !function.isDeclaration() && !function.hasAvailableExternallyLinkage() &&
           (is_library_name(function.getName()) || library.getLibFunc(function.getName(), found));
  };
  return none_of(module, is_of_library) &&
         all_of(module, [](const Function& function) { return is_usual(function); });
}

// A name that the tool does not find in the object: the compiler changes it.
bool has_other_symbol(const GlobalValue& global) { return global.getName().starts_with("\1"); }

// Whether a second copy could be told from the first.
bool has_identity(const GlobalValue& global) {
  if (const auto* variable = dyn_cast<GlobalVariable>(&global))
    return !variable->isConstant() || !variable->hasGlobalUnnamedAddr();
  return !global.hasGlobalUnnamedAddr() && cast<Function>(global).hasAddressTaken();
}

// Whether the object may refer to it by a local label (TargetMachine::getSymbolPreferLocal).
bool has_local_label(const GlobalValue& global) {
  const Module& module = *global.getParent();
  return global.canBenefitFromLocalAlias() && global.isDSOLocal() &&
         module.getPICLevel() != PICLevel::NotPIC && module.getPIELevel() == PIELevel::Default;
}

class Finder {
 public:
  Finder(const Module& module, const ObjectCode& object) : module_(module), object_(object) {
    for (const GlobalObject& global : module.global_objects()) {
      if (global.isDeclaration()) continue;
      if (global.hasComdat())
        groups_[global.getComdat()].push_back(const_cast<GlobalObject*>(&global));
    }
    for (const char* name : {"llvm.global_ctors", "llvm.global_dtors"})
      if (const GlobalVariable* list = module.getNamedGlobal(name))
        for (GlobalValue* constructor : references_of(*list)) constructors_.insert(constructor);
  }

  // Returns why all of the unit is to be compiled, or nothing.
  std::string run() {
    for (const Function& function : module_)
      if (!function.isDeclaration() && side_of(function) != Side::outside)
        affect(const_cast<Function*>(&function));
    if (!object_.has_debug_info) find_named();
    do {
      while (!waiting_.empty()) spread(waiting_.pop_back_val());
      if (!obstacle_.empty()) return obstacle_;
      find_needed();
    } while (!waiting_.empty());
    const uint64_t share = share_percent();
    return share > k_max_share_percent ? std::to_string(share) + " % of it are affected" : "";
  }

  Presences presences() const {
    Presences all;
    for (GlobalValue* global : affected_) all[global] = Presence::affected;
    for (GlobalValue* global : named_) all[global] = Presence::affected;
    for (const auto& [global, presence] : needed_) all.insert({global, presence});
    return all;
  }

 private:
  // What the inside calls in this unit: a recording has names and types of its arguments if there
  // is debug information of it. Its code is the same in both objects, so whoever holds it is not
  // affected.
  void find_named() {
    for (GlobalValue* inside : affected_)
      for (GlobalValue* global : references_of(*inside)) {
        auto* function = dyn_cast<Function>(global);
        if (!function || function->isDeclaration() || side_of(*function) != Side::outside) continue;
        const bool is_plain = function->hasExternalLinkage() && !function->hasComdat() &&
                              !has_other_symbol(*function) && !has_local_label(*function);
        const bool has_alias = any_of(global_users(*function), [](const GlobalValue* user) {
          return isa<GlobalAlias>(user);
        });
        if (is_plain && !has_alias && object_.defined.contains(function->getName()))
          named_.insert(function);
      }
  }

  void affect(GlobalValue* global) {
    if (is_list(*global) || global->isDeclaration()) return;
    if (has_other_symbol(*global) || has_local_label(*global))
      obstacle_ = "it is not only by its symbol that " + global->getName().str() + " is known";
    if (affected_.insert(global)) waiting_.push_back(global);
  }

  void spread(GlobalValue* global) {
    spread_to_holders(global->getName());
    for (GlobalValue* user : global_users(*global))
      if (global->hasLocalLinkage() || isa<GlobalAlias>(user)) affect(user);
    if (auto* alias = dyn_cast<GlobalAlias>(global)) {
      for (GlobalValue* aliasee : references_of(*alias)) affect(aliasee);
    } else if (Comdat* group = cast<GlobalObject>(global)->getComdat()) {
      for (GlobalObject* member : groups_[group]) affect(member);
    }
    if (constructors_.contains(global)) affect_constructors();
  }

  // Names that the optimiser made (tables of switches) stand between some of the unit.
  void spread_to_holders(StringRef name) {
    SmallVector<StringRef, 16> names = {name};
    while (!names.empty()) {
      auto holders = object_.holders.find(names.pop_back_val());
      if (holders == object_.holders.end()) continue;
      for (StringRef holder : holders->second) {
        if (GlobalValue* global = module_.getNamedValue(holder)) {
          affect(global);
        } else if (passed_.insert(holder).second) {
          names.push_back(holder);
        }
      }
    }
  }

  // All of them run from here then, in their order.
  void affect_constructors() {
    if (!object_.has_all_constructors) obstacle_ = "the compiler has run constructors";
    for (GlobalValue* constructor : constructors_) {
      // One that belongs to a variable of a group.
      if (isa<GlobalVariable>(constructor)) obstacle_ = "a constructor belongs to a group";
      affect(constructor);
    }
  }

  // What the affected need, or some of it if that affects more.
  void find_needed() {
    needed_.clear();
    SmallVector<GlobalValue*, 0> todo(affected_.begin(), affected_.end());
    todo.append(named_.begin(), named_.end());
    while (!todo.empty()) {
      GlobalValue* user = todo.pop_back_val();
      for (GlobalValue* global : references_of(*user)) {
        if (global->isDeclaration() || is_list(*global) || affected_.contains(global) ||
            named_.contains(global) || needed_.contains(global))
          continue;
        const std::optional<Presence> presence = presence_of(*global, *user);
        if (!presence) continue;
        if (*presence == Presence::affected) {
          affect(global);
          continue;
        }
        needed_[global] = *presence;
        if (*presence != Presence::shared) todo.push_back(global);
      }
    }
  }

  // Of something that `user` refers to. Nothing: a declaration will do.
  std::optional<Presence> presence_of(const GlobalValue& global, const GlobalValue& user) const {
    if (has_other_symbol(global)) return Presence::affected;  // gives up
    if (global.hasLocalLinkage()) return presence_of_local(global);
    const bool is_defined = object_.defined.contains(global.getName());
    if (isa<GlobalAlias>(global)) {
      if (is_defined) return std::nullopt;
      return Presence::affected;
    }
    if (global.hasAvailableExternallyLinkage() || is_defined) {
      if (can_be_inlined(global, user)) return Presence::inlined;
      return std::nullopt;
    }
    auto group = groups_.find(cast<GlobalObject>(global).getComdat());
    const bool is_alone = group == groups_.end() || group->second.size() == 1;
    return global.isDiscardableIfUnused() && is_alone ? Presence::copied : Presence::affected;
  }

  std::optional<Presence> presence_of_local(const GlobalValue& global) const {
    if (isa<GlobalAlias>(global)) return Presence::affected;
    if (!has_identity(global)) return Presence::copied;
    const auto* variable = dyn_cast<GlobalVariable>(&global);
    if (!variable || is_used_by_affected_only(global)) return Presence::affected;
    if (!object_.intact.contains(global.getName()))
      return variable->isConstant() ? Presence::copied : Presence::affected;
    auto size = object_.local_sizes.find(global.getName());
    const bool is_there =
        size != object_.local_sizes.end() &&
        size->second == module_.getDataLayout().getTypeAllocSize(variable->getValueType());
    return is_there ? Presence::shared : Presence::affected;
  }

  bool is_used_by_affected_only(const GlobalValue& global) const {
    return all_of(global_users(global),
                  [&](GlobalValue* user) { return affected_.contains(user); });
  }

  // As it was the first time.
  bool can_be_inlined(const GlobalValue& global, const GlobalValue& user) const {
    if (global.isInterposable()) return false;
    if (const auto* variable = dyn_cast<GlobalVariable>(&global))
      return variable->isConstant() && none_of(references_of(global), [](const GlobalValue* named) {
               return named->hasLocalLinkage();
             });
    // Copies for the inside are named after what they are copies of.
    auto inlined = object_.inlined.find(user.getName().split(".inside").first);
    return inlined != object_.inlined.end() && is_contained(inlined->second, global.getName());
  }

  uint64_t share_percent() const {
    uint64_t all = 1, work = 0;
    for (const Function& function : module_) {
      const uint64_t instructions = function.getInstructionCount();
      all += 4 * instructions;
      auto* global = const_cast<Function*>(&function);
      auto needed = needed_.find(global);
      if (affected_.contains(global) || named_.contains(global)) {
        work += 4 * instructions;
      } else if (needed != needed_.end()) {
        work += (needed->second == Presence::inlined ? 1 : 4) * instructions;
      }
    }
    return work * 100 / all;
  }

  const Module& module_;
  const ObjectCode& object_;
  DenseMap<const Comdat*, SmallVector<GlobalObject*, 2>> groups_;
  Globals constructors_;
  SetVector<GlobalValue*> affected_;
  SetVector<GlobalValue*> named_;
  SmallVector<GlobalValue*, 32> waiting_;
  StringSet<> passed_;
  MapVector<GlobalValue*, Presence> needed_;
  std::string obstacle_;
};

}  // namespace

Affected find_affected(const Module& module, const ObjectCode& object) {
  if (object.has_new_functions) return {{}, "the optimiser has made functions"};
  if (!is_usual(module)) return {{}, "it has something unusual"};
  Finder finder(module, object);
  std::string whole_because = finder.run();
  return {finder.presences(), std::move(whole_because)};
}

}  // namespace cutaway
