// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of the exception ABI. Throwing, catching and unwinding happen for real in both flavours;
// what runs user code or moves memory in between (end of a catch, allocation) is an outcall.
#include "rules/rules.h"

namespace cutaway {
namespace {

using namespace llvm;

void announce_throw(Body& body, CallBase& call, Value* object, Value* type) {
  IRBuilder<> builder(&call);
  body.call(builder, Hook::throwing, {object, type});
}

void weave_throw(Body& body, CallBase& call) {
  announce_throw(body, call, call.getArgOperand(0), call.getArgOperand(1));
  // The log says when the object is destroyed: it is an outcall of __cxa_end_catch.
  if (!body.is_record())
    call.setArgOperand(2, ConstantPointerNull::get(PointerType::getUnqual(call.getContext())));
}

void weave_rethrow(Body& body, CallBase& call) {
  Constant* none = ConstantPointerNull::get(PointerType::getUnqual(call.getContext()));
  announce_throw(body, call, none, none);
}

// Destroys the exception, which may call inside code: an outcall, and done for real on replay
// too, where the object has no destructor.
void weave_end_catch(Body& body, CallBase& call) {
  if (!body.is_record()) {
    auto* again = cast<CallBase>(call.clone());
    if (auto* invoke = dyn_cast<InvokeInst>(again)) {
      IRBuilder<> builder(continuation_of(call));
      builder.CreateCall(invoke->getFunctionType(), invoke->getCalledOperand());
      invoke->deleteValue();
    } else {
      again->insertAfter(&call);
    }
  }
  make_outcall(body, call);
}

}  // namespace

bool weave_exception_call(Body& body, CallBase& call) {
  const Function* callee = callee_of(call);
  if (!callee || !callee->isDeclaration()) return false;
  const StringRef name = callee->getName();
  if (name == "__cxa_throw") {
    weave_throw(body, call);
  } else if (name == "__cxa_rethrow") {
    weave_rethrow(body, call);
  } else if (name == "__cxa_end_catch") {
    weave_end_catch(body, call);
  } else {
    return name == "__cxa_begin_catch" || name == "__cxa_get_exception_ptr" ||
           name == "_Unwind_Resume";
  }
  return true;
}

}  // namespace cutaway
