// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "body.h"
#include "asan.h"
#include "checked_addresses.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace cutaway {
namespace {

using namespace llvm;

// Collects the uses through which `pointer` is accessed; false if its address gets away.
bool collect_accesses(Value& pointer, SmallVectorImpl<const Use*>& accesses) {
  for (Use& use : pointer.uses()) {
    User* user = use.getUser();
    if (auto* load = dyn_cast<LoadInst>(user)) {
      if (is_counted(*load)) return false;
      accesses.push_back(&use);
    } else if (auto* store = dyn_cast<StoreInst>(user)) {
      if (use.getOperandNo() != StoreInst::getPointerOperandIndex() || store->isAtomic() ||
          store->isVolatile())
        return false;
      accesses.push_back(&use);
    } else if (isa<GetElementPtrInst>(user)) {
      if (!collect_accesses(*user, accesses)) return false;
    } else if (auto* call = dyn_cast<CallBase>(user)) {
      const auto* intrinsic = dyn_cast<IntrinsicInst>(call);
      const bool is_copy = isa<MemTransferInst>(call) || isa<MemSetInst>(call);
      if (intrinsic && intrinsic->isLifetimeStartOrEnd()) continue;
      if (!is_copy) return false;
      accesses.push_back(&use);
    } else if (!isa<ICmpInst>(user)) {
      return false;
    }
  }
  return true;
}

bool is_marker(const CallBase& call) {
  const auto* intrinsic = dyn_cast<IntrinsicInst>(&call);
  return intrinsic && (intrinsic->isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(intrinsic));
}

bool logs_only_patches(Hook hook) {
  switch (hook) {
    case Hook::load_differs:
    case Hook::verify_store:
    case Hook::check_range:
    case Hook::mirror_range:
    case Hook::outcall_reads:
#define CUTAWAY_KNOWN_RANGES(name, ...) case Hook::known_##name:
#define CUTAWAY_KNOWN_COMPARISON(name, ...) case Hook::known_##name:
#include "abi/known_functions.inc"
      return true;
    default:
      return false;
  }
}

}  // namespace

Body::Body(Tables& tables, const FlavourMap& flavours, SharedCalls& shared_calls, SiteList& sites,
           Function& function, Flavour flavour)
    : tables(tables),
      flavours(flavours),
      shared_calls(shared_calls),
      function(function),
      flavour(flavour),
      size(function.getInstructionCount()),
      context(function.getArg(0)),
      sites_(sites) {
  collect();
  is_protected = !has_asan(tables.module()) &&
                 SSPLayoutAnalysis::requiresStackProtector(&function, &protected_locals);
  find_private_locals();
  if (tracks_memory()) rechecked = find_rechecked_loads(*this);
}

void Body::collect() {
  for (Instruction& instruction : instructions(function)) {
    if (is_asan_shadow_access(instruction)) continue;
    if (auto* local = dyn_cast<AllocaInst>(&instruction)) locals.push_back(local);
    if (auto* load = dyn_cast<LoadInst>(&instruction)) loads.push_back(load);
    if (auto* store = dyn_cast<StoreInst>(&instruction)) stores.push_back(store);
    if (auto* pad = dyn_cast<LandingPadInst>(&instruction)) landing_pads.push_back(pad);
    if (auto* call = dyn_cast<CallBase>(&instruction); call && !is_marker(*call))
      calls.push_back(call);
    if (isa<AtomicRMWInst, AtomicCmpXchgInst, FenceInst>(instruction))
      atomics.push_back(&instruction);
    if (isa<ReturnInst, ResumeInst>(instruction)) {
      CallInst* tail = instruction.getParent()->getTerminatingMustTailCall();
      exits.push_back(tail ? static_cast<Instruction*>(tail) : &instruction);
    }
  }
}

void Body::find_private_locals() {
  for (AllocaInst* local : locals) {
    SmallVector<const Use*, 16> accesses;
    if (!local->isStaticAlloca() || protected_locals.contains(local)) continue;
    if (!collect_accesses(*local, accesses)) continue;
    private_locals.insert(local);
    private_uses.insert(accesses.begin(), accesses.end());
  }
}

Value* Body::next_site(StringRef text, const Tables::SiteShape& shape) {
  if (site_index_ == sites_.size()) sites_.push_back(tables.add_site(text, shape));
  return sites_[site_index_++];
}

Value* Body::context_field(IRBuilder<>& builder, size_t offset) {
  return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), context, offset);
}

CallInst* Body::call(IRBuilder<>& builder, Hook hook, ArrayRef<Value*> arguments) {
  if (!logs_only_patches(hook)) set_loud();
  SmallVector<Value*, 6> all{context};
  all.append(arguments.begin(), arguments.end());
  return tables.call(builder, hook, all);
}

Value* Body::shadow(IRBuilder<>& builder, Value* address) {
  Value* number = builder.CreatePtrToInt(address, builder.getInt64Ty());
  return builder.CreateIntToPtr(builder.CreateAdd(number, builder.getInt64(k_shadow_offset)),
                                address->getType());
}

Value* Body::slot_buffer(uint64_t slots) {
  Type* word = Type::getInt64Ty(function.getContext());
  const uint64_t wanted = std::max<uint64_t>(slots, 1);
  if (!slot_buffer_) {
    IRBuilder<> builder(&*function.getEntryBlock().begin());
    slot_buffer_ = builder.CreateAlloca(ArrayType::get(word, wanted), nullptr, "cutaway.slots");
    slot_buffer_->setAlignment(Align(16));
  }
  auto* type = cast<ArrayType>(slot_buffer_->getAllocatedType());
  if (type->getNumElements() < wanted) slot_buffer_->setAllocatedType(ArrayType::get(word, wanted));
  return slot_buffer_;
}

Instruction* Body::add_cold_block(Value* condition, Instruction* place) {
  MDNode* weights = MDBuilder(function.getContext()).createUnlikelyBranchWeights();
  return SplitBlockAndInsertIfThen(condition, place->getIterator(), false, weights);
}

void Body::check_range(IRBuilder<>& builder, Value* address, Value* bytes) {
  call(builder, Hook::check_range,
       {address, builder.CreateZExtOrTrunc(bytes, builder.getInt64Ty())});
}

void Body::mirror_range(IRBuilder<>& builder, Value* address, Value* bytes) {
  // AddressSanitizer would check memcpy's arguments.
  if (has_asan(tables.module())) {
    call(builder, Hook::mirror_range,
         {address, builder.CreateZExtOrTrunc(bytes, builder.getInt64Ty())});
    return;
  }
  builder.CreateMemCpy(shadow(builder, address), Align(1), address, Align(1), bytes);
}

}  // namespace cutaway
