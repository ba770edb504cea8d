// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Differences from what clang does: frames are never on its fake stack, since they move to the
// inside stack (so no stack-use-after-return); checks are in place, never calls.
#include "asan.h"
#include "abi/asan.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Instrumentation/AddressSanitizer.h"

namespace cutaway {
namespace {

using namespace llvm;
using namespace llvm::PatternMatch;

constexpr char k_module_mark[] = "cutaway.asan";
constexpr char k_access_mark[] = "cutaway.asan.shadow";

// (x >> 3) + offset, and constants added to it.
bool is_shadow_number(Value* number) {
  Value* rest = number;
  ConstantInt* added = nullptr;
  bool has_offset = false;
  while (match(rest, m_Add(m_Value(number), m_ConstantInt(added)))) {
    has_offset |= added->getValue() == k_asan_offset;
    rest = number;
  }
  return has_offset && match(rest, m_LShr(m_Value(), m_SpecificInt(k_asan_scale)));
}

bool is_shadow_address(Value* address) {
  Value* number = nullptr;
  return match(address, m_IntToPtr(m_Value(number))) && is_shadow_number(number);
}

// A program that computes such an address by itself would have its accesses taken for these: it
// means them.
void mark_shadow_accesses(Module& module) {
  MDNode* mark = MDNode::get(module.getContext(), {});
  for (Function& function : module)
    for (Instruction& instruction : instructions(function)) {
      Value* address = getLoadStorePointerOperand(&instruction);
      if (address && is_shadow_address(address)) instruction.setMetadata(k_access_mark, mark);
    }
}

}  // namespace

void run_asan(Module& module, ModuleAnalysisManager& manager, StringRef options) {
  SmallVector<StringRef, 2> words;
  options.split(words, ' ');
  AddressSanitizerOptions settings;
  settings.Recover = is_contained(words, "recover");
  settings.UseAfterScope = !is_contained(words, "no-scope");
  settings.UseAfterReturn = AsanDetectStackUseAfterReturnMode::Never;
  settings.InstrumentationWithCallsThreshold = std::numeric_limits<int>::max();
  manager.invalidate(module, AddressSanitizerPass(settings).run(module, manager));
  mark_shadow_accesses(module);
  module.getOrInsertNamedMetadata(k_module_mark);
}

// What remains of that pass is one more call of __asan_init, which does nothing then.
void keep_from_asan(Module& module, StringRef options) {
  SmallVector<StringRef, 4> words;
  options.split(words, ' ');
  if (!is_contained(words, "again")) return;
  for (Function& function : module) function.addFnAttr(Attribute::DisableSanitizerInstrumentation);
  for (GlobalVariable& global : module.globals()) {
    GlobalValue::SanitizerMetadata metadata;
    if (global.hasSanitizerMetadata()) metadata = global.getSanitizerMetadata();
    metadata.NoAddress = true;
    global.setSanitizerMetadata(metadata);
  }
}

bool has_asan(const Module& module) { return module.getNamedMetadata(k_module_mark) != nullptr; }

bool is_asan_shadow_access(const Instruction& instruction) {
  return instruction.hasMetadata(k_access_mark);
}

}  // namespace cutaway
