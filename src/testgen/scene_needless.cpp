// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of a regression test that nothing expected depends on are not written:
//
//   Value a(1);  Value b(2);  b.append(a);  Value c(3);  c.asInt() == 3
//
// `a` and `b` are in one group, because a call is about both, and `c` is in another. Nothing is
// expected of the first group, so only the calls of the second are needed. An object is what lies
// at an address from its constructor, or the call that returns it, to the next one there.
#include <algorithm>
#include <map>

#include "testgen/scene_writer.h"

namespace cutaway {
namespace {

class Groups {
 public:
  size_t add() {
    parents_.push_back(parents_.size());
    return parents_.size() - 1;
  }
  size_t find(size_t object) {
    while (parents_[object] != object) object = parents_[object] = parents_[parents_[object]];
    return object;
  }
  void join(size_t a, size_t b) { parents_[find(a)] = find(b); }

 private:
  std::vector<size_t> parents_;
};

// Objects that are alive, by address.
class Alive {
 public:
  explicit Alive(Groups* groups) : groups_(groups) {}
  size_t make(uint64_t address, uint64_t size) {
    size = std::max<uint64_t>(1, size);
    objects_.erase(objects_.lower_bound(address), objects_.lower_bound(address + size));
    objects_[address] = {size, groups_->add()};
    return objects_[address].second;
  }
  size_t find(uint64_t address) {
    auto object = objects_.upper_bound(address);
    if (object != objects_.begin()) {
      --object;
      if (address < object->first + object->second.first) return object->second.second;
    }
    return make(address, 1);
  }

 private:
  Groups* groups_;
  std::map<uint64_t, std::pair<uint64_t, size_t>> objects_;  // size, object
};

bool is_output(const llvm::DIType* parameter) {
  const llvm::DIType* pointee = pointee_of(parameter);
  if (pointee == nullptr || is_const(pointee)) return false;
  const llvm::DICompositeType* type = class_of(pointee);
  return type == nullptr || library_name(type) == "string" ||
         library_name(type).ends_with("stream") || type->getName() == "_IO_FILE";
}

// Something is expected of what it returns or writes.
bool tells(const ScriptCall& call, const llvm::DISubprogram* function) {
  if (function == nullptr || !call.thrown.empty()) return true;
  if (is_constructor(function) || is_destructor(function)) return false;
  const llvm::DIType* result = result_of(function);
  bool is_text = library_name(result).starts_with("string");
  if (result != nullptr && (class_of(result) == nullptr || is_text) && !is_reference(result))
    return true;
  return std::ranges::any_of(parameters_of(function), is_output);
}

}  // namespace

// It calls a stub or prints.
bool SceneWriter::asks(const ScriptCall& call) {
  bool is_any = false;
  for_each_outcall(call, [&](const ScriptOutcall& outcall) {
    bool is_stub = is_virtual_call(outcall) ||
                   (types_->unit_of(outcall.callee) && !options_.linked.contains(outcall.callee));
    is_any = is_any || is_stub || is_printing(outcall);
  });
  return is_any;
}

void SceneWriter::note_needless() {
  Groups groups;
  Alive alive(&groups);
  std::vector<std::optional<size_t>> object_of_call;
  std::vector<size_t> telling;
  size_t number = 0;
  for (const ScriptCall& call : script_.calls) {
    const CallShape& shape = shapes_[number++];
    std::optional<size_t> own;
    auto add = [&](size_t object) {
      if (own) groups.join(*own, object);
      own = object;
    };
    // Arguments first: what is made may lie where one of them was.
    for (size_t i = shape.makes ? 1 : 0; i < call.arguments.size(); ++i) {
      const ScriptWord& word = call.arguments[i];
      bool is_object = !word.is_image && word.value >= k_lowest_object && word.value >> 47 == 0;
      if (is_object) add(alive.find(word.value));
    }
    if (shape.makes) add(alive.make(shape.object, size_of(made_by(shape))));
    bool gives = shape.function != nullptr && pointee_of(result_of(shape.function)) != nullptr &&
                 !call.results.empty() && !call.results[0].is_image &&
                 call.results[0].value >= k_lowest_object;
    if (gives) add(alive.find(call.results[0].value));
    object_of_call.push_back(own);
    if (own && (tells(call, shape.function) || asks(call))) telling.push_back(*own);
  }
  std::set<size_t> needed;
  for (size_t object : telling) needed.insert(groups.find(object));
  for (size_t i = 0; i < object_of_call.size(); ++i)
    if (object_of_call[i] && !needed.contains(groups.find(*object_of_call[i]))) needless_.insert(i);
}

}  // namespace cutaway
