// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A location that was checked or stored to in the same segment needs no second check, because the
// outside does not run in between.
// A forward must-analysis with one bit for each (pointer, bytes) that a plain load or store of the
// function names: set by those, cleared by whatever may leave the inside and by the definition of
// the pointer itself (loops). Cost: blocks x facts bits, a few sweeps.
#include "checked_addresses.h"
#include "asan.h"
#include "known_functions.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"

namespace cutaway {
namespace {

using namespace llvm;

using Fact = std::pair<const Value*, uint64_t>;

class CheckedAddresses {
 public:
  explicit CheckedAddresses(const Body& body) : body_(body), layout_(body.tables.layout()) {
    for (const LoadInst* load : body.loads) number(fact_of(*load));
    for (const StoreInst* store : body.stores) number(fact_of(*store));
  }

  SmallPtrSet<const LoadInst*, 32> run() {
    ReversePostOrderTraversal<const Function*> order(&body_.function);
    for (bool changed = true; changed;) {
      changed = false;
      for (const BasicBlock* block : order) {
        BitVector facts = at_start(*block);
        sweep(*block, facts, nullptr);
        auto [end, is_new] = at_end_.try_emplace(block, facts);
        if (!is_new && end->second == facts) continue;
        end->second = facts;
        changed = true;
      }
    }
    SmallPtrSet<const LoadInst*, 32> redundant;
    for (const BasicBlock* block : order) {
      BitVector facts = at_start(*block);
      sweep(*block, facts, &redundant);
    }
    return redundant;
  }

 private:
  Fact fact_of(const LoadInst& load) const {
    return {load.getPointerOperand(), layout_.getTypeStoreSize(load.getType())};
  }
  Fact fact_of(const StoreInst& store) const {
    return {store.getPointerOperand(),
            layout_.getTypeStoreSize(store.getValueOperand()->getType())};
  }

  void number(const Fact& fact) {
    if (!numbers_.try_emplace(fact, numbers_.size()).second) return;
    if (isa<Instruction>(fact.first)) of_pointer_[fact.first].push_back(numbers_.size() - 1);
  }

  // A predecessor not yet seen (back edge in the first sweep) does not restrict.
  BitVector at_start(const BasicBlock& block) const {
    BitVector facts(numbers_.size());
    bool is_first = true;
    for (const BasicBlock* predecessor : predecessors(&block)) {
      const auto end = at_end_.find(predecessor);
      if (end == at_end_.end()) continue;
      if (is_first) {
        facts = end->second;
      } else {
        facts &= end->second;
      }
      is_first = false;
    }
    return facts;
  }

  void sweep(const BasicBlock& block, BitVector& facts,
             SmallPtrSet<const LoadInst*, 32>* redundant) const {
    for (const Instruction& instruction : block) {
      if (is_asan_shadow_access(instruction)) continue;
      const auto redefined = of_pointer_.find(&instruction);
      if (redefined != of_pointer_.end())
        for (unsigned fact : redefined->second) facts.reset(fact);
      if (may_leave_inside(instruction)) facts.reset();
      if (const auto* load = dyn_cast<LoadInst>(&instruction)) {
        const unsigned fact = numbers_.lookup(fact_of(*load));
        if (redundant && facts.test(fact) && !is_counted(*load)) redundant->insert(load);
        facts.set(fact);
      } else if (const auto* store = dyn_cast<StoreInst>(&instruction)) {
        facts.set(numbers_.lookup(fact_of(*store)));
      }
    }
  }

  const Body& body_;
  const DataLayout& layout_;
  DenseMap<Fact, unsigned> numbers_;
  DenseMap<const Value*, SmallVector<unsigned, 2>> of_pointer_;
  DenseMap<const BasicBlock*, BitVector> at_end_;
};

}  // namespace

bool may_leave_inside(const Instruction& instruction) {
  if (const auto* load = dyn_cast<LoadInst>(&instruction)) return is_counted(*load);
  if (isa<AtomicRMWInst, AtomicCmpXchgInst, FenceInst, LandingPadInst>(instruction)) return true;
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (!call) return false;
  if (isa<MemIntrinsic, DbgInfoIntrinsic>(call)) return false;
  if (isa<IntrinsicInst>(call)) return !call->doesNotAccessMemory();
  const Function* callee = call->getCalledFunction();
  // What AddressSanitizer checks may turn out to be an outcall.
  return !callee || !stays_inside(*callee) || has_asan(*callee->getParent());
}

SmallPtrSet<const LoadInst*, 32> find_rechecked_loads(const Body& body) {
  return CheckedAddresses(body).run();
}

}  // namespace cutaway
