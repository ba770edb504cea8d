// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM's own functions: most compute and stay as they are; those that name an address, a clock or
// memory in a way nobody here knows are logged.
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "rules/rules.h"

namespace cutaway {
namespace {

using namespace llvm;

constexpr uint64_t k_va_list_bytes = 24;

bool is_harmless(const IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
    case Intrinsic::assume:
    case Intrinsic::prefetch:
    case Intrinsic::trap:
    case Intrinsic::debugtrap:
    case Intrinsic::ubsantrap:
    case Intrinsic::donothing:
    case Intrinsic::sideeffect:
    case Intrinsic::stacksave:
    case Intrinsic::stackrestore:
    case Intrinsic::invariant_start:
    case Intrinsic::invariant_end:
    case Intrinsic::launder_invariant_group:
    case Intrinsic::strip_invariant_group:
    case Intrinsic::experimental_noalias_scope_decl:
    case Intrinsic::eh_typeid_for:
    case Intrinsic::pseudoprobe:
    case Intrinsic::var_annotation:
    case Intrinsic::ptr_annotation:
    case Intrinsic::annotation:
    case Intrinsic::x86_sse2_pause:
    case Intrinsic::x86_sse2_mfence:
    case Intrinsic::x86_sse2_lfence:
    case Intrinsic::x86_sse_sfence:
    case Intrinsic::x86_avx_vzeroupper:
    case Intrinsic::x86_avx_vzeroall:
      return true;
    default:
      return isa<ConstrainedFPIntrinsic>(call);
  }
}

bool names_native_state(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::threadlocal_address:
    case Intrinsic::returnaddress:
    case Intrinsic::frameaddress:
    case Intrinsic::addressofreturnaddress:
    case Intrinsic::sponentry:
    case Intrinsic::thread_pointer:
    case Intrinsic::readcyclecounter:
    case Intrinsic::readsteadycounter:
    case Intrinsic::read_register:
    case Intrinsic::read_volatile_register:
      return true;
    default:
      return false;
  }
}

std::string name_of(const IntrinsicInst& call) {
  if (call.getIntrinsicID() == Intrinsic::threadlocal_address)
    return "address of thread_local " + call.getArgOperand(0)->getName().str();
  return call.getCalledFunction()->getName().str();
}

// va_list contents are native addresses; the recorder mirrors them, nobody compares them.
void weave_va_start(Body& body, IntrinsicInst& call) {
  if (!body.tracks_memory()) return;
  IRBuilder<> builder(call.getNextNode());
  body.mirror_range(builder, call.getArgOperand(0), builder.getInt64(k_va_list_bytes));
}

void weave_va_copy(Body& body, IntrinsicInst& call) {
  if (!body.tracks_memory()) return;
  IRBuilder<> before(&call);
  body.check_range(before, call.getArgOperand(1), before.getInt64(k_va_list_bytes));
  IRBuilder<> after(call.getNextNode());
  body.mirror_range(after, call.getArgOperand(0), after.getInt64(k_va_list_bytes));
}

// Was this list filled in this function? Some programs end one that their caller goes on with.
bool is_own_va_list(const IntrinsicInst& end) {
  const auto list_of = [](const CallBase& call) {
    return call.getArgOperand(0)->stripPointerCasts();
  };
  return any_of(instructions(*end.getFunction()), [&](const Instruction& instruction) {
    return isa<VAStartInst, VACopyInst>(instruction) &&
           list_of(cast<CallBase>(instruction)) == list_of(end);
  });
}

// The native addresses go when nobody needs them any more: another local may lie there next, and
// its stale bytes must be the same in both flavours.
void weave_va_end(Body& body, IntrinsicInst& call) {
  if (!is_own_va_list(call)) return;
  IRBuilder<> builder(&call);
  Value* list = call.getArgOperand(0);
  builder.CreateMemSet(list, builder.getInt8(0), k_va_list_bytes, Align(1));
  if (!body.tracks_memory()) return;
  builder.CreateMemSet(body.shadow(builder, list), builder.getInt8(0), k_va_list_bytes, Align(1));
}

// MXCSR: part of what the inside computes with.
bool weave_control_word(Body& body, IntrinsicInst& call) {
  const Intrinsic::ID id = call.getIntrinsicID();
  if (id != Intrinsic::x86_sse_ldmxcsr && id != Intrinsic::x86_sse_stmxcsr) return false;
  if (!body.tracks_memory()) return true;
  IRBuilder<> after(call.getNextNode());
  if (id == Intrinsic::x86_sse_ldmxcsr) {
    body.check_range(after, call.getArgOperand(0), after.getInt64(4));
  } else {
    body.mirror_range(after, call.getArgOperand(0), after.getInt64(4));
  }
  return true;
}

}  // namespace

bool weave_intrinsic(Body& body, CallBase& call) {
  auto* intrinsic = dyn_cast<IntrinsicInst>(&call);
  if (!intrinsic) return false;
  const Intrinsic::ID id = intrinsic->getIntrinsicID();
  if (weave_memory_intrinsic(body, *intrinsic) || weave_masked_access(body, *intrinsic))
    return true;
  if (weave_control_word(body, *intrinsic)) return true;
  if (id == Intrinsic::vastart) {
    weave_va_start(body, *intrinsic);
  } else if (id == Intrinsic::vacopy) {
    weave_va_copy(body, *intrinsic);
  } else if (id == Intrinsic::vaend) {
    weave_va_end(body, *intrinsic);
  } else if (names_native_state(id)) {
    make_logged_value(body, *intrinsic, name_of(*intrinsic));
  } else if (!is_harmless(*intrinsic) && !intrinsic->doesNotAccessMemory()) {
    make_logged_value(body, *intrinsic, name_of(*intrinsic));
  }
  return true;
}

}  // namespace cutaway
