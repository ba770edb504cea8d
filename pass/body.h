// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One flavour of one inside function while the rules work on it. The lists hold the
// instructions of the optimised body, taken before any rule adds its own.
#pragma once
#include "groups.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/CodeGen/StackProtector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "rules/shared_calls.h"
#include "tables.h"

namespace cutaway {

enum class Flavour {
  record,
  replay,
  zoom,  // memory is checked and mirrored as in record, all else comes from the log as in replay
};

struct FlavourSet {
  llvm::Function* record = nullptr;
  llvm::Function* replay = nullptr;
  llvm::Function* zoom = nullptr;  // null if nobody zooms
  bool is_brief = false;           // abi/weave.h
  llvm::Function* get(Flavour flavour) const {
    if (flavour == Flavour::zoom) return zoom;
    return flavour == Flavour::record ? record : replay;
  }
};
using FlavourMap = llvm::DenseMap<const llvm::Function*, FlavourSet>;

// The sites of one function in the order of its body. All its flavours share them: the first one
// woven makes them, the others meet them in the same order.
// Code that calls share has one site, which it is told.
using SiteList = llvm::SmallVector<llvm::Value*, 16>;

class Body {
 public:
  Body(Tables& tables, const FlavourMap& flavours, SharedCalls& shared_calls, SiteList& sites,
       llvm::Function& function, Flavour flavour);

  // The next site of this body.
  llvm::Value* next_site(llvm::StringRef text, const Tables::SiteShape& shape);

  bool is_record() const { return flavour == Flavour::record; }
  // Whether the shadow is compared and kept.
  bool tracks_memory() const { return flavour != Flavour::replay; }
  // Whether a flavour that follows the log asks where `callee`, an inside function, is.
  bool is_guarded(const llvm::Function& callee) const { return needs_guard(function, callee); }
  // Whether somebody may zoom: then a zoom flavour exists.
  bool has_guards() const { return flavours.begin()->second.zoom != nullptr; }
  // Whether `use` is a pointer operand into a local that only this function can reach.
  bool is_private(const llvm::Use& use) const { return private_uses.contains(&use); }

  // Whether the flavour calls nothing that could log more than patches, and counts no position.
  bool is_quiet() const { return is_quiet_; }
  void set_loud() { is_quiet_ = false; }

  llvm::Value* context_field(llvm::IRBuilder<>& builder, size_t offset);
  llvm::CallInst* call(llvm::IRBuilder<>& builder, Hook hook,
                       llvm::ArrayRef<llvm::Value*> arguments);
  // Address of the shadow of `address`.
  llvm::Value* shadow(llvm::IRBuilder<>& builder, llvm::Value* address);
  // A scratch buffer on the native stack; grows to the largest request.
  llvm::Value* slot_buffer(uint64_t slots);
  // Splits before `place` and returns the terminator of a rarely taken block.
  llvm::Instruction* add_cold_block(llvm::Value* condition, llvm::Instruction* place);
  // Logs what differs in memory that the inside is about to read, or has just read.
  void check_range(llvm::IRBuilder<>& builder, llvm::Value* address, llvm::Value* bytes);
  // Copies what the inside wrote to the shadow.
  void mirror_range(llvm::IRBuilder<>& builder, llvm::Value* address, llvm::Value* bytes);

  Tables& tables;
  const FlavourMap& flavours;
  SharedCalls& shared_calls;
  llvm::Function& function;
  const Flavour flavour;
  const unsigned size;  // in instructions, before any rule
  llvm::Argument* const context;

  llvm::SmallVector<llvm::AllocaInst*, 16> locals;
  llvm::SmallPtrSet<llvm::AllocaInst*, 16> private_locals;
  // With -fstack-protector: locals that a canary must lie behind, by how near to it.
  llvm::DenseMap<const llvm::AllocaInst*, llvm::MachineFrameInfo::SSPLayoutKind> protected_locals;
  bool is_protected = false;
  llvm::DenseSet<const llvm::Use*> private_uses;
  llvm::SmallVector<llvm::LoadInst*, 64> loads;
  llvm::SmallPtrSet<const llvm::LoadInst*, 32> rechecked;  // loads that need no check of their own
  llvm::SmallVector<llvm::StoreInst*, 64> stores;
  llvm::SmallVector<llvm::Instruction*, 8> atomics;  // read-modify-write, cmpxchg, fence
  llvm::SmallVector<llvm::CallBase*, 64> calls;
  llvm::SmallVector<llvm::LandingPadInst*, 8> landing_pads;
  llvm::SmallVector<llvm::Instruction*, 8> exits;  // ret, resume; a musttail call in their stead

 private:
  void collect();
  void find_private_locals();
  SiteList& sites_;
  size_t site_index_ = 0;
  bool is_quiet_ = true;
  llvm::AllocaInst* slot_buffer_ = nullptr;
};

// Whether `load` counts as a position: it may see what other threads or signal handlers do.
inline bool is_counted(const llvm::LoadInst& load) { return load.isAtomic() || load.isVolatile(); }

}  // namespace cutaway
