// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// setjmp happens for real in both flavours; the runtime learns of every return. longjmp is an
// ordinary outcall: the log says where it landed.
// What setjmp writes are registers of this process. To the recorder they are bytes changed by the
// outside, and the replayer leaves the jmp_buf as it was. It counts as a position: what the inside
// reads of them must come after what it wrote there before.
#include "rules/rules.h"

namespace cutaway {

using namespace llvm;

bool weave_setjmp(Body& body, CallBase& call) {
  const Function* callee = callee_of(call);
  if (!callee || !call.hasFnAttr(Attribute::ReturnsTwice)) return false;
  const StringRef name = callee->getName();
  if (name != "setjmp" && name != "_setjmp" && name != "sigsetjmp" && name != "__sigsetjmp")
    return false;
  Value* buffer = call.getArgOperand(0);
  count_position(body, call);
  IRBuilder<> before(&call);
  Value* token = body.call(before, Hook::setjmp_begin, {buffer});
  IRBuilder<> after(continuation_of(call));
  body.call(after, Hook::setjmp_end, {buffer, token, &call});
  return true;
}

}  // namespace cutaway
