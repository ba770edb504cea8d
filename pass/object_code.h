// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tool says of the object that the user's build made of this unit (abi/store.h, .code
// files).
#pragma once
#include <memory>
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"

namespace cutaway {

struct ObjectCode {
  using Names = llvm::SmallVector<llvm::StringRef, 4>;

  llvm::StringMap<Names> holders;         // who has code of a function, or refers to a local name
  llvm::StringMap<Names> inlined;         // what was inlined into a function
  llvm::StringSet<> intact;               // local variables that are what they were
  llvm::StringSet<> defined;              // not local
  llvm::StringMap<uint64_t> local_sizes;  // of variables
  bool has_debug_info = false;
  bool has_new_functions = false;
  bool has_all_constructors = true;
  std::unique_ptr<llvm::MemoryBuffer> text;  // names point here

  // Null if the file cannot be read or is of another version.
  static std::unique_ptr<ObjectCode> read(llvm::StringRef path);
};

}  // namespace cutaway
