// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values that cannot be computed again: logged by position when recording, taken from the log on
// replay, where the instruction is not executed.
#include "rules/rules.h"
#include "texts.h"

namespace cutaway {

using namespace llvm;

void make_logged_value(Body& body, Instruction& instruction, StringRef name) {
  const Slots& slots = body.tables.slots();
  const uint64_t count = slots.count(instruction.getType());
  Value* site = body.next_site(value_text(instruction, name, slots), {0, count, k_site_value});
  Value* buffer = body.slot_buffer(count);
  auto* call = dyn_cast<CallBase>(&instruction);
  IRBuilder<> builder(call ? continuation_of(*call) : instruction.getNextNode());
  if (body.is_record()) {
    if (count > 0) slots.store(builder, &instruction, buffer, 0);
    body.call(builder, Hook::value, {site, buffer});
    return;
  }
  body.call(builder, Hook::value, {site, buffer});
  if (count > 0)
    instruction.replaceAllUsesWith(slots.load(builder, instruction.getType(), buffer, 0));
  if (auto* invoke = dyn_cast<InvokeInst>(&instruction)) {
    IRBuilder<>(invoke).CreateBr(invoke->getNormalDest());
    invoke->getUnwindDest()->removePredecessor(invoke->getParent());
  }
  instruction.eraseFromParent();
}

}  // namespace cutaway
