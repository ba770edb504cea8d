// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "known_functions.h"
#include "abi/known_cells.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace cutaway {
namespace {

using namespace llvm;

const StringMap<KnownFunction>& known_functions() {
  static const StringMap<KnownFunction> map = {
#define CUTAWAY_KNOWN_RANGES(name, ...) \
  {#name, {.kind = KnownKind::ranges, .hook = Hook::known_##name}},
#define CUTAWAY_KNOWN_COMPARISON(name, ...) \
  {#name, {.kind = KnownKind::comparison, .hook = Hook::known_##name}},
#define CUTAWAY_KNOWN_MEMO(name) \
  {#name, {.kind = KnownKind::memo, .cells = k_known_cells + k_memo_##name * k_memo_table_bytes}},
#define CUTAWAY_KNOWN_ADDRESS(name) \
  {#name, {.kind = KnownKind::address, .cells = k_address_cells + 8ull * k_address_##name}},
#define CUTAWAY_KNOWN_MUTEX(name) \
  {#name, {.kind = KnownKind::mutex, .cells = k_mutex_cells + 8ull * k_mutex_##name}},
#define CUTAWAY_KNOWN_EXACT(name) {#name, {.kind = KnownKind::exact}},
#define CUTAWAY_KNOWN_EXACT_ERRNO(name) {#name, {.kind = KnownKind::exact_errno}},
#include "abi/known_functions.inc"
  };
  return map;
}

bool takes(FunctionType* type, FunctionType* hook) {
  return !type->isVarArg() && type->params() == hook->params().drop_front();  // without the context
}

// A program may declare these names with types of its own.
bool is_as_expected(const KnownFunction& known, FunctionType* type) {
  LLVMContext& context = type->getContext();
  Type* number = Type::getInt32Ty(context);
  Type* pointer = PointerType::getUnqual(context);
  switch (known.kind) {
    case KnownKind::ranges: {
      FunctionType* hook = hook_type(known.hook, context);
      return takes(type, hook) && type->getReturnType() == hook->getReturnType();
    }
    case KnownKind::comparison:
      return takes(type, hook_type(known.hook, context)) && type->getReturnType()->isIntegerTy();
    case KnownKind::memo:
      return type == FunctionType::get(number, {number}, false);
    case KnownKind::address:
      return type == FunctionType::get(pointer, false);
    case KnownKind::mutex:
      return type == FunctionType::get(number, {pointer}, false);
    case KnownKind::exact:
    case KnownKind::exact_errno:
      return true;
  }
  llvm_unreachable("unknown kind");
}

}  // namespace

std::optional<KnownFunction> find_known_function(const Function& callee) {
  if (!callee.isDeclaration()) return std::nullopt;
  const auto found = known_functions().find(callee.getName());
  if (found == known_functions().end()) return std::nullopt;
  if (!is_as_expected(found->second, callee.getFunctionType())) return std::nullopt;
  return found->second;
}

// std::stoi and its like call strtol and its like by a pointer: __gnu_cxx::__stoa<long, int, char,
// int>.
bool is_in_stoa(const CallBase& call) {
  constexpr StringRef k_prefix = "_ZN9__gnu_cxx6__stoaI";
  constexpr size_t k_character = k_prefix.size() + 2;
  const StringRef name = call.getFunction()->getName();
  return call.isIndirectCall() && name.starts_with(k_prefix) && name.size() > k_character &&
         name[k_character] == 'c' && call.arg_size() >= 2;
}

std::optional<int> find_text_reader(const CallBase& call) {
  static const StringMap<int> readers = {
#define CUTAWAY_READS_NUMBER(name, how) {#name, how},
#define CUTAWAY_READS_TEXT(name, how) {#name, how},
#include "abi/known_functions.inc"
  };
  std::optional<int> how;
  const Function* callee = call.getCalledFunction();
  if (callee && callee->isDeclaration()) {
    const auto found = readers.find(callee->getName());
    if (found != readers.end()) how = found->second;
  } else if (is_in_stoa(call)) {
    how = call.arg_size() > 2 ? k_reads_in_base : k_reads_fraction;
  }
  const bool has_text = call.arg_size() > 0 && call.getArgOperand(0)->getType()->isPointerTy();
  const bool has_base = call.arg_size() > 2 && call.getArgOperand(2)->getType()->isIntegerTy(32);
  if (!has_text || (how == k_reads_in_base && !has_base)) return std::nullopt;
  return how;
}

bool is_library_name(StringRef name) {
  return known_functions().contains(name) || is_allocator(name) || name.starts_with("__cxa_") ||
         name.starts_with("_Unwind_");
}

bool is_allocator(StringRef name) {
  static const StringSet<> names = {"malloc",
                                    "calloc",
                                    "realloc",
                                    "reallocarray",
                                    "free",
                                    "memalign",
                                    "aligned_alloc",
                                    "posix_memalign",
                                    "strdup",
                                    "strndup",
                                    "_Znwm",
                                    "_Znam",
                                    "_ZnwmSt11align_val_t",
                                    "_ZnamSt11align_val_t",
                                    "_ZnwmRKSt9nothrow_t",
                                    "_ZnamRKSt9nothrow_t",
                                    "_ZdlPv",
                                    "_ZdaPv",
                                    "_ZdlPvm",
                                    "_ZdaPvm",
                                    "_ZdlPvSt11align_val_t",
                                    "_ZdlPvmSt11align_val_t",
                                    "_ZdaPvSt11align_val_t",
                                    "_ZdaPvmSt11align_val_t"};
  return names.contains(name);
}

}  // namespace cutaway
