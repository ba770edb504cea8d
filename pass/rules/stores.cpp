// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mirrored stores: the shadow follows what the inside writes.
#include "rules/rules.h"

namespace cutaway {

using namespace llvm;

void apply_stores(Body& body) {
  if (!body.tracks_memory()) return;
  for (StoreInst* store : body.stores) {
    if (body.is_private(store->getOperandUse(StoreInst::getPointerOperandIndex()))) continue;
    IRBuilder<> builder(store->getNextNode());
    Value* shadow = body.shadow(builder, store->getPointerOperand());
    builder.CreateAlignedStore(store->getValueOperand(), shadow, Align(1));
  }
}

}  // namespace cutaway
