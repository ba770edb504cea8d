// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arguments and results as 8-byte slots, the form in which they are logged (abi/weave.h).
#pragma once
#include "llvm/IR/IRBuilder.h"

namespace cutaway {

// A scalar or vector within a value; aggregates are taken apart into leaves.
struct Leaf {
  char kind;  // i p f l v b
  uint64_t bytes;
};

class Slots {
 public:
  explicit Slots(const llvm::DataLayout& layout) : layout_(layout) {}

  llvm::SmallVector<Leaf, 4> leaves_of(llvm::Type* type) const;
  uint64_t count(llvm::Type* type) const;
  static uint64_t count_bytes(uint64_t bytes) { return (bytes + 7) / 8; }

  // Writes `value` to `buffer` from slot `first` on and returns the slot behind it.
  uint64_t store(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::Value* buffer,
                 uint64_t first) const;
  // The same for `bytes` bytes of memory (byval arguments).
  uint64_t store_bytes(llvm::IRBuilder<>& builder, llvm::Value* source, uint64_t bytes,
                       llvm::Value* buffer, uint64_t first) const;
  llvm::Value* load(llvm::IRBuilder<>& builder, llvm::Type* type, llvm::Value* buffer,
                    uint64_t first) const;
  static llvm::Value* at(llvm::IRBuilder<>& builder, llvm::Value* buffer, uint64_t slot);

 private:
  void store_leaf(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::Value* place) const;
  llvm::Value* load_leaf(llvm::IRBuilder<>& builder, llvm::Type* type, llvm::Value* place) const;
  const llvm::DataLayout& layout_;
};

}  // namespace cutaway
