// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of a regression test that cannot be written are left out, and so are the later ones that
// need what those made or changed:
//
//   auto file = doc.LoadFile("a.xml");   reads a file: left out, `doc` is spoilt
//   doc.Print(&printer);                 needs `doc`: left out, `printer` is spoilt
//   XMLDocument other;                   is written, also if it is where `doc` was
//
// A call that only reads an object (const member, pointer to const) spoils nothing.
#include <algorithm>

#include "testgen/scene_writer.h"

namespace cutaway {
const llvm::DICompositeType* SceneWriter::made_by(const CallShape& shape) const {
  bool is_own = is_constructor(shape.function);
  const llvm::DIType* made = is_own ? class_of_member(shape.function) : result_of(shape.function);
  return types_->complete(class_of(made));
}

void SceneWriter::spoil(uint64_t address, uint64_t size) {
  if (address < k_lowest_object) return;
  uint64_t& known = spoilt_[address];
  known = std::max({known, size, uint64_t{1}});
}

void SceneWriter::renew(uint64_t address, uint64_t size) {
  std::erase_if(spoilt_, [&](const auto& block) {
    return block.first >= address && block.first < address + std::max<uint64_t>(1, size);
  });
}

Status SceneWriter::check_needs(const ScriptCall& call, size_t number) const {
  const CallShape& shape = shapes_[number];
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    bool is_made_here = i == 0 && shape.makes;
    uint64_t address = call.arguments[i].value;
    auto block = spoilt_.upper_bound(address);
    if (is_made_here || block == spoilt_.begin()) continue;
    --block;
    if (address < block->first + block->second)
      return user_fault("", "it needs what a call that is left out made or changed");
  }
  return Ok{};
}

void SceneWriter::leave_out(const ScriptCall& call, size_t number, const std::string& why) {
  scene_.left_out.emplace(number, why);
  spoil_results(call, shapes_[number]);
}

void SceneWriter::spoil_results(const ScriptCall& call, const CallShape& shape) {
  if (shape.destroys) {
    renew(shape.object, size_of(class_of_member(shape.function)));
    return;
  }
  if (shape.function == nullptr) return;
  size_t next = 0;
  if (shape.makes) {
    if (const llvm::DICompositeType* type = made_by(shape)) spoil(shape.object, size_of(type));
    ++next;
  }
  if (has_this(shape.function) && !is_constructor(shape.function)) {
    if (next < call.arguments.size() && !is_const_member(shape.function))
      spoil(call.arguments[next].value, size_of(types_->complete(class_of_member(shape.function))));
    ++next;
  }
  // Parameters that take several words end it: which word is whose is not known then.
  for (const llvm::DIType* parameter : parameters_of(shape.function)) {
    if (next >= call.arguments.size() || size_of(parameter) > sizeof(uint64_t)) break;
    const llvm::DIType* pointee = pointee_of(parameter);
    if (pointee != nullptr && !is_const(pointee))
      spoil(call.arguments[next].value, size_of(pointee));
    ++next;
  }
}

}  // namespace cutaway
