// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "known_functions.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace cutaway {
namespace {

using namespace llvm;

const StringMap<KnownFunction>& known_functions() {
  static const StringMap<KnownFunction> map = {
#define CUTAWAY_KNOWN_RANGES(name, ...) {#name, {KnownKind::ranges, Hook::known_##name}},
#define CUTAWAY_KNOWN_MEMO(name) {#name, {KnownKind::memo, Hook::known_##name}},
#define CUTAWAY_KNOWN_EXACT(name) {#name, {KnownKind::exact, Hook{}}},
#include "abi/known_functions.inc"
#undef CUTAWAY_KNOWN_RANGES
#undef CUTAWAY_KNOWN_MEMO
#undef CUTAWAY_KNOWN_EXACT
  };
  return map;
}

}  // namespace

std::optional<KnownFunction> find_known_function(const Function& callee) {
  if (!callee.isDeclaration()) return std::nullopt;
  const auto found = known_functions().find(callee.getName());
  if (found == known_functions().end()) return std::nullopt;
  return found->second;
}

bool is_allocator(StringRef name) {
  static const StringSet<> names = {
      "malloc", "calloc", "realloc", "reallocarray", "free", "memalign", "aligned_alloc",
      "posix_memalign", "strdup", "strndup", "_Znwm", "_Znam", "_ZnwmSt11align_val_t",
      "_ZnamSt11align_val_t", "_ZnwmRKSt9nothrow_t", "_ZnamRKSt9nothrow_t", "_ZdlPv", "_ZdaPv",
      "_ZdlPvm", "_ZdaPvm", "_ZdlPvSt11align_val_t", "_ZdlPvmSt11align_val_t",
      "_ZdaPvSt11align_val_t", "_ZdaPvmSt11align_val_t"};
  return names.contains(name);
}

}  // namespace cutaway
