// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "string_members.h"
#include <dlfcn.h>
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace cutaway {
namespace {

using namespace llvm;

// Of std::basic_string or std::allocator.
bool is_string_member(StringRef name) {
  return (name.consume_front("_ZNS") || name.consume_front("_ZNKS")) &&
         (name.starts_with("t7__cxx1112basic_stringI") || name.starts_with("aI"));
}

// Beside the plugin.
std::string members_path() {
  Dl_info info;
  if (!dladdr(reinterpret_cast<void*>(&define_string_members), &info)) return "";
  SmallString<256> path(info.dli_fname);
  sys::path::remove_filename(path);
  sys::path::append(path, "string_members.bc");
  return path.str().str();
}

std::unique_ptr<Module> load_members(LLVMContext& context) {
  auto file = MemoryBuffer::getFile(members_path());
  if (!file) return nullptr;
  auto module = parseBitcodeFile(**file, context);
  if (module) return std::move(*module);
  consumeError(module.takeError());
  return nullptr;
}

// Complete constructors are aliases of base constructors; a copy of a function must be one.
void resolve_aliases(Module& module) {
  for (GlobalAlias& alias : make_early_inc_range(module.aliases())) {
    auto* target = dyn_cast<Function>(alias.getAliasee());
    if (!target) continue;
    ValueToValueMapTy values;
    Function* copy = CloneFunction(target, values);
    copy->takeName(&alias);
    alias.replaceAllUsesWith(copy);
    alias.eraseFromParent();
  }
}

}  // namespace

SmallVector<Function*, 0> define_string_members(Module& module) {
  SmallVector<Function*, 0> defined;
  bool is_needed = false;
  StringSet<> own;
  for (Function& function : module) {
    if (!function.isDeclaration()) own.insert(function.getName());
    else is_needed |= is_string_member(function.getName());
  }
  std::unique_ptr<Module> members = is_needed ? load_members(module.getContext()) : nullptr;
  // Without it the calls are outcalls: right, but many.
  if (!members) return defined;
  resolve_aliases(*members);
  for (Function& member : *members) {
    if (member.isDeclaration() || !own.contains(member.getName())) continue;
    member.deleteBody();  // what the module has is as good, and has lines
    member.setComdat(nullptr);
  }
  members->setDataLayout(module.getDataLayout());
  members->setTargetTriple(module.getTargetTriple());
  if (NamedMDNode* flags = members->getModuleFlagsMetadata()) flags->eraseFromParent();
  Linker::linkModules(module, std::move(members), Linker::LinkOnlyNeeded);
  for (Function& function : module) {
    // Hidden ones, such as __clang_call_terminate, are in no library.
    if (function.isDeclaration() || own.contains(function.getName()) ||
        function.hasLocalLinkage() || function.hasHiddenVisibility())
      continue;
    function.setLinkage(GlobalValue::AvailableExternallyLinkage);
    function.setComdat(nullptr);
    defined.push_back(&function);
  }
  return defined;
}

void undefine_string_members(ArrayRef<Function*> members) {
  for (Function* member : members) member->deleteBody();
  for (Function* member : members)
    if (member->use_empty()) member->eraseFromParent();
}

}  // namespace cutaway
