// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code that calls in long functions share. What a call becomes is many times longer than the call,
// and the compiler takes more than twice the time for a function of twice the length. So such a
// call becomes one of a target, which gets the site behind the arguments:
//
//   f.outcall(context, arguments, site)   does what weaving makes of an outcall of f
//   f.target()                            the flavour of f if f is inside, else f.outcall
//
// If f is only known when it runs, both get its address, too. A flavour does not look at what comes
// behind its arguments.
#pragma once
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"

namespace cutaway {

class Body;
enum class Flavour;

class SharedCalls {
 public:
  // `functions` are those that are woven.
  explicit SharedCalls(llvm::ArrayRef<llvm::Function*> functions);

  bool is_shared(const Body& body, const llvm::CallBase& call) const;
  // The functions for a shared call.
  llvm::Function* outcall_for(Body& body, llvm::CallBase& call);
  llvm::Function* target_for(Body& body, llvm::CallBase& call);

  // All that were made for `flavour`.
  llvm::ArrayRef<llvm::Function*> made_for(Flavour flavour) const;

 private:
  // Callee, null if only known at run time; types; attributes of the call; calling convention.
  using Shape = std::tuple<llvm::Value*, llvm::FunctionType*, llvm::FunctionType*, void*, unsigned>;

  static Shape shape_of(const llvm::CallBase& call);
  llvm::Function* create(Body& body, llvm::FunctionType* type, const llvm::CallBase& call,
                         llvm::StringRef suffix);

  llvm::DenseMap<Shape, unsigned> counts_;
  llvm::DenseMap<std::pair<Shape, unsigned>, llvm::Function*> outcalls_;
  llvm::DenseMap<llvm::Function*, llvm::Function*> targets_;  // by outcall
  llvm::DenseMap<unsigned, llvm::SmallVector<llvm::Function*, 32>> made_;
};

// Replaces a shared call by one of `target`, a flavour or an outcall.
void call_target(Body& body, llvm::CallBase& call, llvm::Value* target, llvm::Value* site);

}  // namespace cutaway
