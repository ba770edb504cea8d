// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reports stores to the runtime when context->verify is set: the soundness oracle. One test for
// each run of stores without a call between them, so that it costs next to nothing when off.
#include "rules/rules.h"

namespace cutaway {
namespace {

using namespace llvm;

struct Written {
  Value* address;
  Value* bytes;
};

// Pure arithmetic intrinsics do not end a run.
bool ends_run(const Instruction& instruction) {
  if (instruction.isTerminator()) return true;
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (!call)
    return isa<AtomicRMWInst, AtomicCmpXchgInst, FenceInst>(instruction) ||
           (isa<LoadInst>(instruction) && is_counted(cast<LoadInst>(instruction)));
  const auto* intrinsic = dyn_cast<IntrinsicInst>(call);
  return !intrinsic || (!intrinsic->doesNotAccessMemory() && !isa<MemIntrinsic>(intrinsic) &&
                        !isa<DbgInfoIntrinsic>(intrinsic));
}

void report_run(Body& body, ArrayRef<Written> run, Instruction& end) {
  IRBuilder<> builder(&end);
  Value* flag = builder.CreateLoad(builder.getInt32Ty(),
                                   body.context_field(builder, offsetof(CutawayContext, verify)));
  IRBuilder<> cold(body.add_cold_block(builder.CreateIsNotNull(flag), &end));
  for (const Written& written : run)
    body.call(cold, Hook::verify_store, {written.address, written.bytes});
}

class RunCollector {
 public:
  explicit RunCollector(Body& body) : body_(body) {
    program_.insert(body.stores.begin(), body.stores.end());
    program_.insert(body.calls.begin(), body.calls.end());
  }

  void visit(BasicBlock& block) {
    SmallVector<Written, 16> run;
    for (Instruction& instruction : block) {
      if (program_.contains(&instruction)) add_written(instruction, run);
      if (!ends_run(instruction) || run.empty()) continue;
      runs_.push_back({run, &instruction});
      run.clear();
    }
  }

  void report() {
    for (auto& [run, end] : runs_) report_run(body_, run, *end);
  }

 private:
  void add_written(Instruction& instruction, SmallVectorImpl<Written>& run) {
    Type* word = Type::getInt64Ty(instruction.getContext());
    if (auto* store = dyn_cast<StoreInst>(&instruction)) {
      if (store->isAtomic() || store->isVolatile()) return;  // others may write there at once
      if (body_.is_private(store->getOperandUse(StoreInst::getPointerOperandIndex()))) return;
      const uint64_t bytes =
          body_.tables.layout().getTypeStoreSize(store->getValueOperand()->getType());
      run.push_back({store->getPointerOperand(), ConstantInt::get(word, bytes)});
    } else if (auto* intrinsic = dyn_cast<MemIntrinsic>(&instruction)) {
      if (body_.is_private(intrinsic->getRawDestUse())) return;
      IRBuilder<> builder(intrinsic);
      run.push_back({intrinsic->getRawDest(), builder.CreateZExt(intrinsic->getLength(), word)});
    }
  }

  Body& body_;
  SmallPtrSet<Instruction*, 32> program_;  // not what other rules added
  SmallVector<std::pair<SmallVector<Written, 16>, Instruction*>, 16> runs_;
};

}  // namespace

void apply_verify(Body& body) {
  RunCollector collector(body);
  for (BasicBlock& block : body.function) collector.visit(block);
  collector.report();
}

}  // namespace cutaway
