// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rules that turn a clone of an optimised body into a flavour, one file each, in the
// order in which they run.
#pragma once
#include "body.h"

namespace cutaway {

// Locals move to the inside stack.
void apply_inside_frame(Body& body);
// Stores are reported when context->verify is set.
void apply_verify(Body& body);
// Loads are compared with the shadow; counted ones advance the position.
void apply_loads(Body& body);
// Stores also write the shadow.
void apply_stores(Body& body);
void apply_atomics(Body& body);
// Everything that is a call.
void apply_calls(Body& body);
// Landing pads tell the runtime.
void apply_landing_pads(Body& body);

// --- Kinds of calls, used by apply_calls; each returns whether the call was its own
// ---------------
bool weave_intrinsic(Body& body, llvm::CallBase& call);
bool weave_memory_intrinsic(Body& body, llvm::IntrinsicInst& call);
bool weave_masked_access(Body& body, llvm::IntrinsicInst& call);
bool weave_inline_asm(Body& body, llvm::CallBase& call);
bool weave_exception_call(Body& body, llvm::CallBase& call);
bool weave_setjmp(Body& body, llvm::CallBase& call);
bool weave_asan_call(Body& body, llvm::CallBase& call);
bool weave_known_function(Body& body, llvm::CallBase& call);

// --- Shared pieces -----------------------------------------------------------------------------
// The call happens on the other side of the cut.
void make_outcall(Body& body, llvm::CallBase& call);
// The site of a call, which could be an outcall in another flavour: the sites of all flavours are
// in step.
llvm::Value* reserve_site(Body& body, llvm::CallBase& call);
// The call stays inside: `target` is a flavour.
void make_inside_call(Body& body, llvm::CallBase& call, llvm::Value* target);
// The call's result cannot be computed again: logged by position, not executed on replay.
void make_logged_value(Body& body, llvm::Instruction& instruction, llvm::StringRef name);
// Counts one position; goes before an access that may see other threads.
void count_position(Body& body, llvm::Instruction& access);
// `size` bytes at `address` were read and `value` is what came; compares with the shadow.
void check_value(Body& body, llvm::Instruction& after, llvm::Value* address, llvm::Value* value,
                 bool is_counted);
// A call doubled under a condition: the first if it holds.
struct CallPair {
  llvm::CallBase* inside;
  llvm::CallBase* outside;
};
CallPair split_call(llvm::Value* condition, llvm::CallBase& call);
// A known function that AddressSanitizer would report is an outcall. Returns the call that is left
// for the other case; null, and nothing is changed, if it does not check `name`.
llvm::CallInst* leave_if_poisoned(Body& body, llvm::CallInst& call, llvm::StringRef name);
// A block that goes back: AddressSanitizer may report that.
void check_release(Body& body, llvm::CallBase& call);
// The function a call names, through casts and aliases; null if only known at run time.
llvm::Function* callee_of(const llvm::CallBase& call);
// Whether `callee`, known at run time, is an inside function that this flavour reaches without an
// outcall. Splits the block at `place`.
llvm::Value* stays_inside(Body& body, llvm::Instruction& place, llvm::Value* callee);
// The same of an inside function, by its table.
llvm::Value* is_zoomed_to(Body& body, llvm::IRBuilder<>& builder, llvm::Value* table);
// The code for this flavour of an inside function known at run time.
llvm::Value* flavour_of_entry(Body& body, llvm::IRBuilder<>& builder, llvm::Value* entry);
// A call of `target`, or an invoke with the same ends, in front of `call`, for which it will stand.
llvm::CallBase* create_in_place(llvm::CallBase& call, llvm::FunctionType* type, llvm::Value* target,
                                llvm::ArrayRef<llvm::Value*> arguments);
// `attributes` of the arguments of `call`, with the context in front of them, which has a register
// of its own.
llvm::AttributeList behind_context(const llvm::CallBase& call, llvm::AttributeList attributes);
// Where a call goes on when it returns, with nothing else leading there.
llvm::Instruction* continuation_of(llvm::CallBase& call);

}  // namespace cutaway
