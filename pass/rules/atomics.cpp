// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Read-modify-write: counted as a position; the old value is checked like a load, then the same
// operation is done to the shadow.
#include "rules/rules.h"

namespace cutaway {
namespace {

using namespace llvm;

void weave_rmw(Body& body, AtomicRMWInst& rmw) {
  Instruction* next = rmw.getNextNode();
  check_value(body, *next, rmw.getPointerOperand(), &rmw, true);
  IRBuilder<> builder(next);
  builder.CreateAtomicRMW(rmw.getOperation(), body.shadow(builder, rmw.getPointerOperand()),
                          rmw.getValOperand(), rmw.getAlign(), AtomicOrdering::Monotonic);
}

void weave_cmpxchg(Body& body, AtomicCmpXchgInst& exchange) {
  Instruction* next = exchange.getNextNode();
  IRBuilder<> builder(next);
  Value* old = builder.CreateExtractValue(&exchange, 0);
  check_value(body, *next, exchange.getPointerOperand(), old, true);
  builder.SetInsertPoint(next);
  Value* now = builder.CreateSelect(builder.CreateExtractValue(&exchange, 1),
                                    exchange.getNewValOperand(), old);
  builder.CreateAlignedStore(now, body.shadow(builder, exchange.getPointerOperand()), Align(1));
}

}  // namespace

void apply_atomics(Body& body) {
  for (Instruction* access : body.atomics) {
    count_position(body, *access);
    if (!body.tracks_memory()) continue;
    if (auto* rmw = dyn_cast<AtomicRMWInst>(access)) weave_rmw(body, *rmw);
    if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(access)) weave_cmpxchg(body, *exchange);
  }
}

}  // namespace cutaway
