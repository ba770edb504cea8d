// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "copies.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace cutaway {
namespace {

using namespace llvm;

const RemapFlags k_within_function = RF_NoModuleLevelChanges | RF_IgnoreMissingLocals;

// Debug information of one function as its copy has it: scopes, places and variables below its
// subprogram are copied; what was inlined from others is shared.
class CopiedScopes {
 public:
  CopiedScopes(DISubprogram& subprogram, Variables variables) : original_(subprogram) {
    copy_ = MDNode::replaceWithDistinct(subprogram.clone());
    SmallVector<Metadata*, 8> retained;
    if (variables == Variables::kept)
      for (Metadata* node : subprogram.getRetainedNodes())
        retained.push_back(below_scope(cast<MDNode>(node)));
    copy_->replaceRetainedNodes(MDTuple::get(subprogram.getContext(), retained));
  }

  DISubprogram* subprogram() const { return copy_; }

  DILocation* place(DILocation* location) {
    if (!location) return nullptr;
    DILocation* inlined_at = location->getInlinedAt();
    return inlined_at ? copied(location, 1, inlined_at, place(inlined_at)) : below_scope(location);
  }

  // Of a place, variable, label or imported name.
  template <class Node>
  Node* below_scope(Node* node) {
    auto* scope = dyn_cast_or_null<DILocalScope>(node->getOperand(0).get());
    return scope ? copied(node, 0, scope, copy_of(scope)) : node;
  }

 private:
  DILocalScope* copy_of(DILocalScope* scope) {
    if (scope == &original_) return copy_;
    auto* block = dyn_cast<DILexicalBlockBase>(scope);
    return block ? copied(block, 1, block->getScope(), copy_of(block->getScope())) : scope;
  }

  // `node` with the new parent in place of the old.
  template <class Node>
  Node* copied(Node* node, unsigned operand, MDNode* parent, MDNode* new_parent) {
    if (parent == new_parent) return node;
    MDNode*& copy = copies_[node];
    if (!copy) {
      TempMDNode changed = node->MDNode::clone();
      changed->replaceOperandWith(operand, new_parent);
      copy = node->isDistinct() ? MDNode::replaceWithDistinct(std::move(changed))
                                : MDNode::replaceWithUniqued(std::move(changed));
    }
    return cast<Node>(copy);
  }

  DISubprogram& original_;
  DISubprogram* copy_;
  DenseMap<MDNode*, MDNode*> copies_;
};

class BodyCopy {
 public:
  BodyCopy(Function& function, Function& copy, ValueToValueMapTy& values, Variables variables)
      : function_(function), copy_(copy), values_(values), variables_(variables) {
    if (DISubprogram* subprogram = function.getSubprogram())
      scopes_.emplace(*subprogram, variables);
  }

  void run() {
    copy_attributes();
    copy_attachments();
    for (BasicBlock& block : function_) copy_block(block);
    for (Instruction& instruction : instructions(copy_)) connect(instruction);
  }

 private:
  void copy_attributes() {
    const AttributeList own = function_.getAttributes();
    SmallVector<AttributeSet, 8> parameters(copy_.arg_size());
    for (Argument& argument : function_.args())
      parameters[cast<Argument>(values_.lookup(&argument))->getArgNo()] =
          own.getParamAttrs(argument.getArgNo());
    copy_.copyAttributesFrom(&function_);
    copy_.setAttributes(
        AttributeList::get(copy_.getContext(), own.getFnAttrs(), own.getRetAttrs(), parameters));
  }

  void copy_attachments() {
    SmallVector<std::pair<unsigned, MDNode*>, 4> attachments;
    function_.getAllMetadata(attachments);
    for (const auto& [kind, node] : attachments)
      if (kind != LLVMContext::MD_dbg) copy_.addMetadata(kind, *node);
    if (scopes_) copy_.setSubprogram(scopes_->subprogram());
  }

  void copy_block(BasicBlock& block) {
    BasicBlock* target = BasicBlock::Create(copy_.getContext(), block.getName(), &copy_);
    target->IsNewDbgInfoFormat = block.IsNewDbgInfoFormat;
    values_[&block] = target;
    if (block.hasAddressTaken())
      values_[BlockAddress::get(&function_, &block)] = BlockAddress::get(&copy_, target);
    for (Instruction& instruction : block) {
      if (isa<DbgInfoIntrinsic>(instruction)) continue;
      Instruction* clone = instruction.clone();
      clone->setName(instruction.getName());
      clone->insertInto(target, target->end());
      if (variables_ == Variables::kept) clone->cloneDebugInfoFrom(&instruction);
      values_[&instruction] = clone;
    }
  }

  // To what is in the copy.
  void connect(Instruction& instruction) {
    Module* module = copy_.getParent();
    RemapInstruction(&instruction, values_, k_within_function);
    RemapDbgRecordRange(module, instruction.getDbgRecordRange(), values_, k_within_function);
    at::remapAssignID(assignments_, instruction);
    if (!scopes_) return;
    instruction.setDebugLoc(scopes_->place(instruction.getDebugLoc().get()));
    updateLoopMetadataDebugLocations(instruction, [&](Metadata* node) -> Metadata* {
      auto* location = dyn_cast_or_null<DILocation>(node);
      return location ? scopes_->place(location) : node;
    });
    for (DbgRecord& record : instruction.getDbgRecordRange()) {
      record.setDebugLoc(scopes_->place(record.getDebugLoc().get()));
      if (auto* variable = dyn_cast<DbgVariableRecord>(&record))
        variable->setVariable(scopes_->below_scope(variable->getVariable()));
      else if (auto* label = dyn_cast<DbgLabelRecord>(&record))
        label->setLabel(scopes_->below_scope(label->getLabel()));
    }
  }

  Function& function_;
  Function& copy_;
  ValueToValueMapTy& values_;
  const Variables variables_;
  std::optional<CopiedScopes> scopes_;
  DenseMap<DIAssignID*, DIAssignID*> assignments_;
};

}  // namespace

void copy_body(Function& function, Function& copy, ValueToValueMapTy& values, Variables variables) {
  BodyCopy(function, copy, values, variables).run();
}

}  // namespace cutaway
