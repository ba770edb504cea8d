// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>
#include <llvm/BinaryFormat/Dwarf.h>

#include <algorithm>
#include <cstring>
#include <ranges>

#include "base/text.h"
#include "recording/describe.h"
#include "testgen/literals.h"
#include "testgen/scene_writer.h"

namespace cutaway {

using llvm::dyn_cast_or_null;

namespace {

bool has_sret(const Signature& signature) {
  return !signature.arguments.empty() && signature.arguments[0].name == "sret";
}

bool is_passed_by_reference(const llvm::DICompositeType* type) {
  return (type->getFlags() & llvm::DINode::FlagTypePassByReference) != 0;
}

bool is_moved(const llvm::DIType* type) {
  std::string name = library_name(type);
  return name == "unique_ptr";
}

bool mentions(const std::string& text, const std::string& name) {
  auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    size_t end = at + name.size();
    if ((at == 0 || !is_part(text[at - 1])) && (end == text.size() || !is_part(text[end])))
      return true;
  }
  return false;
}

// Results that no later statement uses need no name.
void drop_unused_variables(std::vector<Statement>* statements) {
  for (size_t i = 0; i < statements->size(); ++i) {
    Statement& statement = (*statements)[i];
    if (statement.variable.empty()) continue;
    bool is_used = std::any_of(statements->begin() + static_cast<ptrdiff_t>(i) + 1,
                               statements->end(), [&](const Statement& later) {
                                 return mentions(later.text, statement.variable) ||
                                        mentions(later.call, statement.variable) ||
                                        mentions(later.expected, statement.variable);
                               });
    if (!is_used) statement.text = statement.bare;
  }
}

bool is_text_pointer(const llvm::DIType* type) {
  const llvm::DIType* pointee = pointee_of(type);
  const auto* basic = dyn_cast_or_null<llvm::DIBasicType>(underlying(pointee));
  return is_pointer(type) && is_const(pointee) && basic != nullptr && basic->getName() == "char";
}

std::string member_access(const std::string& object) {
  return object.starts_with("*") ? object.substr(1) + "->" : object + ".";
}

}  // namespace

void SceneWriter::note_uses() {
  for (const ScriptCall& call : script_.calls) {
    std::set<uint64_t>& uses = uses_.emplace_back();
    for (const ScriptWord& word : call.arguments) uses.insert(word.value);
    auto add_writes = [&](const std::vector<OutsideWrite>& writes) {
      for (const OutsideWrite& write : writes) {
        if (write.image) uses.insert(*write.image);
        for (size_t i = 0; i + 6 <= write.bytes.size(); ++i) {
          if ((write.address + i) % 8 != 0) continue;
          uint64_t word = 0;
          std::memcpy(&word, write.bytes.data() + i, std::min<size_t>(8, write.bytes.size() - i));
          uses.insert(word);
        }
      }
    };
    add_writes(call.writes);
    for_each_outcall(call, [&](const ScriptOutcall& outcall) { add_writes(outcall.writes); });
  }
}

Status SceneWriter::note_calls() {
  for (const ScriptCall& call : script_.calls) {
    CallShape& shape = shapes_.emplace_back();
    CUTAWAY_ASSIGN(shape.function, types_->find_function(call.function.name));
    if (shape.function == nullptr || call.arguments.empty()) continue;
    shape.makes = is_constructor(shape.function) || has_sret(call.function);
    shape.destroys = is_destructor(shape.function);
    // At the end of a program its own objects end, and at the end of the test's program, too.
    bool is_static = options_.is_regression && shape.destroys && call.arguments[0].is_image;
    if (is_static) done_.insert(shapes_.size() - 1);
    if (shape.makes || shape.destroys) shape.object = call.arguments[0].value;
  }
  return Ok{};
}

// In a test of a failure a use is one, whatever has become of the object: that may be the defect.
Fate SceneWriter::fate_of(uint64_t address, uint64_t size, size_t number) const {
  Fate fate;
  for (size_t i = number + 1; i < uses_.size(); ++i) {
    bool is_destroyed = shapes_[i].destroys && shapes_[i].object == address;
    if (is_destroyed && !fate.destroyed_by) fate.destroyed_by = i;
    if (options_.is_regression) {
      bool is_gone = shapes_[i].makes && shapes_[i].object >= address &&
                     shapes_[i].object < address + std::max<uint64_t>(1, size);
      if (is_destroyed || is_gone) break;
    }
    auto use = uses_[i].lower_bound(address);
    fate.is_used =
        fate.is_used || (use != uses_[i].end() && *use < address + std::max<uint64_t>(1, size));
  }
  return fate;
}

Status SceneWriter::check_access(const llvm::DISubprogram* function) {
  const llvm::DICompositeType* type = class_of_member(function);
  std::string name = function->getName().str();
  if (type == nullptr && name == "main") return Ok{};
  if (type == nullptr) {
    if (function->isLocalToUnit() || is_local(function->getScope()))
      return user_fault("", fmt::format("{} is local to its file", name));
    return spelling_.need_function(function);
  }
  if (access_of(function) != Access::Public) {
    return user_fault(
        "", fmt::format("{}::{} is {}", qualified_name(type), name,
                        access_of(function) == Access::Private ? "private" : "protected"));
  }
  CUTAWAY_ASSIGN(std::string spelled, spelling_.type(type));
  return Ok{};
}

bool SceneWriter::has_public_base(const ScriptCall& call, const llvm::DISubprogram* function) {
  size_t at = has_sret(call.function) ? 1 : 0;
  if (!is_virtual(function) || at >= call.arguments.size()) return false;
  const SceneObject* object = find_object(call.arguments[at].value);
  const llvm::DICompositeType* type =
      object == nullptr ? nullptr : types_->complete(class_of(object->type));
  if (type == nullptr || type == class_of_member(function)) return false;
  if (is_destructor(function)) return true;
  return std::ranges::any_of(virtual_functions_of(type, types_), [&](const auto* declared) {
    return declared->getName() == function->getName() && access_of(declared) == Access::Public &&
           parameters_of(declared).size() == parameters_of(function).size();
  });
}

Result<std::string> SceneWriter::class_argument(const llvm::DIType* type, WordCursor* words,
                                                const std::string& name) {
  const llvm::DICompositeType* composite = types_->complete(class_of(type));
  if (is_passed_by_reference(composite)) {
    ScriptWord word = words->take();
    if (const SceneObject* object = find_object(word.value)) {
      CUTAWAY_ASSIGN(std::string path, path_to(*object, word.value, type));
      return is_moved(composite) ? "std::move(" + path + ")" : path;
    }
    if (is_inside_memory(word.value))
      return user_fault("", fmt::format("{} is a copy of what the inside made", name));
    return value(type, word.value);
  }
  uint64_t count = members_of(composite).empty() && library_name(composite).empty()
                       ? 0
                       : (size_of(composite) + 7) / 8;
  std::vector<ScriptWord> own;
  for (uint64_t i = 0; i < count; ++i) own.push_back(words->take());
  auto returned =
      std::ranges::find(returned_values_ | std::views::reverse, own, &ReturnedValue::words);
  if (returned != returned_values_.rend()) return returned->name;
  return value(type, keep_words(own));
}

Result<std::string> SceneWriter::argument(const llvm::DIType* type, WordCursor* words,
                                          const std::string& name) {
  if (class_of(type) != nullptr) return class_argument(type, words, name);
  if (is_reference(type)) {
    ScriptWord word = words->take();
    const llvm::DIType* pointee = pointee_of(type);
    const llvm::DICompositeType* composite = types_->complete(class_of(pointee));
    bool is_rvalue = underlying(type)->getTag() == llvm::dwarf::DW_TAG_rvalue_reference_type;
    bool is_plain =
        composite == nullptr || !library_name(composite).empty() || is_aggregate(composite, types_);
    bool is_new = find_object(word.value) == nullptr && word.value >= k_lowest_object;
    // Of an array the literal may be shorter.
    const llvm::DIType* plain = underlying(pointee);
    bool is_array = plain != nullptr && plain->getTag() == llvm::dwarf::DW_TAG_array_type;
    if (is_array && is_new && word.is_image) {
      std::string literal = constants_.text(word.value);
      if (literal.size() + 1 == size_of(pointee)) return string_literal(literal);
    }
    if (is_new && !is_array && !is_inside_memory(word.value) && is_plain &&
        (is_const(pointee) || is_rvalue))
      return value(pointee, word.value);
    CUTAWAY_ASSIGN(std::string object, object_at(word, pointee, name));
    return is_rvalue ? "std::move(" + object + ")" : object;
  }
  if (is_pointer(type)) return pointer_value(type, words->take(), name);
  std::vector<ScriptWord> own;
  for (uint64_t i = 0; i < std::max<uint64_t>(1, (size_of(type) + 7) / 8); ++i)
    own.push_back(words->take());
  return value(type, keep_words(own));
}

// Begin and end of a text: an array, and pointers into it. False: they are something else.
bool SceneWriter::make_range(ScriptWord begin, ScriptWord end, const std::string& name,
                             std::vector<std::string>* texts) {
  bool is_range = options_.is_regression && begin.is_image == end.is_image &&
                  begin.value >= k_lowest_object && end.value > begin.value &&
                  end.value - begin.value <= (1 << 16) && find_object(begin.value) == nullptr &&
                  !is_inside_memory(begin.value);
  if (!is_range) return false;
  uint64_t size = end.value - begin.value;
  std::string text = begin.is_image ? constants_.text(begin.value).substr(0, size)
                                    : memory_.bytes(begin.value, size);
  if (text.size() != size) return false;
  std::string own = new_name(name.empty() ? "text" : name);
  scene_.statements.push_back(
      {fmt::format("const char {}[] = {};", own, string_literal(text)), "", false, true});
  texts->push_back(own);
  texts->push_back(fmt::format("{} + {}", own, size));
  return true;
}

Result<std::vector<std::string>> SceneWriter::arguments_of(const ScriptCall& call,
                                                           const llvm::DISubprogram* function,
                                                           WordCursor* words) {
  std::vector<std::string> texts;
  auto parameters = parameters_of(function);
  const auto& leaves = call.function.arguments;
  size_t hidden = (has_this(function) ? 1 : 0) + (has_sret(call.function) ? 1 : 0);
  bool has_names = leaves.size() == parameters.size() + hidden;
  for (size_t i = 0; i < parameters.size(); ++i) {
    std::string name = has_names ? leaves[i + hidden].name : std::string();
    bool may_be_range = i + 1 < parameters.size() && is_text_pointer(parameters[i]) &&
                        is_text_pointer(parameters[i + 1]) && words->left() > 1;
    if (may_be_range && make_range(words->peek(0), words->peek(1), name, &texts)) {
      words->take();
      words->take();
      ++i;
      continue;
    }
    CUTAWAY_ASSIGN(std::string text, argument(parameters[i], words, name));
    texts.push_back(std::move(text));
  }
  if (!words->is_at_end())
    return user_fault("", fmt::format("the arguments of {} are passed in an unknown way",
                                      function->getName().str()));
  return texts;
}

Status SceneWriter::add_constructor(const ScriptCall& call, const llvm::DISubprogram* function,
                                    WordCursor* words, bool is_failing, size_t number) {
  const llvm::DICompositeType* type = types_->complete(class_of_member(function));
  uint64_t address = words->take().value;
  CUTAWAY_ASSIGN(std::string spelled, spelling_.type(type));
  CUTAWAY_ASSIGN(auto arguments, arguments_of(call, function, words));
  if (!is_failing && !call.thrown.empty()) {
    if (!options_.is_regression)
      return user_fault("", "a constructor of " + spelled + " throws, and the program goes on");
    Statement statement;
    statement.call = fmt::format("{}({})", spelled, join(arguments, ", "));
    statement.bare = statement.text = statement.call + ";";
    statement.thrown = type_name(call.thrown);
    scene_.statements.push_back(std::move(statement));
    return Ok{};
  }
  bool is_destroyed = fate_of(address, size_of(type), number).destroyed_by.has_value();
  for (const llvm::DISubprogram* virtual_function : virtual_functions_of(type, types_))
    if (virtual_function->getVirtuality() == llvm::dwarf::DW_VIRTUALITY_pure_virtual)
      return user_fault("", spelled + " is a base of a class that is not part of the test");
  std::string name = new_name(snake_case(plain_name(type)));
  std::string list = join(arguments, ", ");
  std::string text;
  if (is_destroyed) {
    spelling_.need_system("memory");
    text = fmt::format("auto {} = std::make_unique<{}>({});", name, spelled, list);
  } else {
    text = fmt::format("{} {}{};", spelled, name, list.empty() ? "" : "(" + list + ")");
  }
  if (is_destroyed) owners_.insert(name);
  scene_.statements.push_back({text, "", is_failing, true});
  add_object(address, type, name, is_destroyed);
  return Ok{};
}

Status SceneWriter::add_destructor(const ScriptCall& call, const llvm::DISubprogram* function,
                                   WordCursor* words, bool is_failing) {
  const llvm::DICompositeType* type = types_->complete(class_of_member(function));
  uint64_t address = words->take().value;
  CUTAWAY_ASSIGN(std::string object, object_at({address, false}, type, ""));
  bool is_owned = object.starts_with("*") && owners_.contains(object.substr(1));
  bool is_deleted =
      object.starts_with("*") && !is_owned && call.function.name.find("D0Ev") != std::string::npos;
  if (options_.is_regression && !is_owned && !is_deleted)
    return user_fault("", "a part of an object is destroyed");
  if (options_.is_regression)  // what comes to lie there is something else
    forget(address, size_of(type));
  std::string text = object.starts_with("*")
                         ? object.substr(1) + ".reset();"
                         : fmt::format("{}.~{}();", object, type->getName().str());
  if (is_deleted && options_.is_regression) text = fmt::format("delete {};", object.substr(1));
  scene_.statements.push_back({text, "", is_failing});
  return Ok{};
}

Result<std::string> SceneWriter::callee_of(const llvm::DISubprogram* function, WordCursor* words) {
  std::string name = function->getName().str();
  if (!has_this(function)) {
    if (name == "main" && class_of_member(function) == nullptr) {
      CUTAWAY_ASSIGN(std::string parameters, parameter_list(function, {}));
      scene_.declaration = fmt::format("int {}{};", k_name_of_main, parameters);
      return std::string(k_name_of_main);
    }
    if (const llvm::DICompositeType* type = class_of_member(function)) {
      CUTAWAY_ASSIGN(std::string spelled, spelling_.type(type));
      return spelled + "::" + name;
    }
    const llvm::DISubprogram* declaration = function->getDeclaration();
    const llvm::DIScope* scope =
        declaration != nullptr ? declaration->getScope() : function->getScope();
    return qualified_scope(scope) + name;
  }
  const llvm::DICompositeType* type = class_of_member(function);
  CUTAWAY_ASSIGN(std::string object, object_at(words->take(), type, "this"));
  return member_access(object) + name;
}

SceneWriter::Mark SceneWriter::mark() const {
  return {scene_.statements.size(), objects_.size(), scene_.stubs.size()};
}

void SceneWriter::go_back(const Mark& mark) {
  scene_.statements.resize(mark.statements);
  objects_.resize(mark.objects);
  scene_.stubs.resize(mark.stubs);
  auto is_gone = [&](const auto& known) {
    return std::ranges::none_of(scene_.stubs, [&](const std::string& stub) {
      return mentions(stub.substr(0, stub.find('{')), known.second);
    });
  };
  std::erase_if(stub_classes_, is_gone);
  std::erase_if(stub_functions_, is_gone);
}

Status SceneWriter::add_call(const ScriptCall& call, size_t number, bool is_failing) {
  CUTAWAY_ASSIGN(const llvm::DISubprogram* function, types_->find_function(call.function.name));
  if (function == nullptr)
    return user_fault("", "nothing is known of " + short_name(call.function.name));
  if (is_variadic(function))
    return user_fault("", function->getName().str() + " has a variable number of arguments");
  if (!has_public_base(call, function)) {
    CUTAWAY_TRY(check_access(function));
  }
  if (is_failing || scene_.subject.empty()) {
    const llvm::DICompositeType* type = class_of_member(function);
    scene_.subject = type != nullptr ? type->getName().str() : "";
    scene_.failing_function = function->getName().str();
  }
  WordCursor words(call.arguments);
  if (is_constructor(function)) return add_constructor(call, function, &words, is_failing, number);
  if (is_destructor(function)) return add_destructor(call, function, &words, is_failing);
  uint64_t sret = has_sret(call.function) ? words.take().value : 0;
  CUTAWAY_ASSIGN(std::string callee, callee_of(function, &words));
  CUTAWAY_ASSIGN(auto arguments, arguments_of(call, function, &words));
  note_inside_memory(call);
  CUTAWAY_TRY(add_result(call, function, sret, fmt::format("{}({})", callee, join(arguments, ", ")),
                         number, is_failing));
  expect_outputs(call, function, arguments);
  return Ok{};
}

Status SceneWriter::write_call(const ScriptCall& call, size_t number) {
  if (done_.contains(number)) return Ok{};
  call_ = &call;
  if (!options_.is_regression) return add_call(call, number, number + 1 == script_.calls.size());
  const CallShape& shape = shapes_[number];
  if (needless_.contains(number) || written_ == options_.most_calls) {
    spoil_results(call, shape);
    ++scene_.needless;
    return Ok{};
  }
  auto known = options_.left_out.find(number);
  auto problem = stub_problems_.find(number);
  if (known != options_.left_out.end() || problem != stub_problems_.end()) {
    leave_out(call, number, known != options_.left_out.end() ? known->second : problem->second);
    return Ok{};
  }
  Mark before = mark();
  given_.clear();
  for (const ScriptWord& word : call.arguments) given_.insert(word.value);
  Status added = check_needs(call, number);
  if (added) added = add_call(call, number, false);
  if (!added) {
    go_back(before);
    leave_out(call, number, short_name(call.function.name) + ": " + added.error().message);
    return Ok{};
  }
  ++written_;
  if (shape.makes || shape.destroys) renew(shape.object, 1);
  for (size_t i = before.statements; i < scene_.statements.size(); ++i)
    scene_.statements[i].number = number;
  return Ok{};
}

Result<TestScene> SceneWriter::write() {
  if (script_.calls.empty()) return user_fault("", "there is no call");
  if (script_.thread_count > 1) return user_fault("", "the calls are of several threads");
  if (script_.has_jumps) return user_fault("", "longjmp goes through the cut");
  note_uses();
  note_outputs();
  CUTAWAY_TRY(note_calls());
  if (options_.is_regression) note_needless();
  CUTAWAY_TRY(add_stubs());
  size_t number = 0;
  for (const ScriptCall& call : script_.calls) {
    bool is_last = number + 1 == script_.calls.size();
    if (is_static_initialiser(call) && (options_.is_regression || !is_last)) {
      ++number;
      continue;
    }
    memory_.enter(call, [this](const OutsideWrite& write) { return is_output(write); });
    CUTAWAY_TRY(write_call(call, number));
    note_inside_memory(call);
    ++number;
  }
  // One of these may differ from run to run: then the check speaks against a call after the last.
  bool has_end = options_.is_regression && !options_.left_out.contains(script_.calls.size());
  if (has_end) expect_sinks();
  if (has_end) expect_calls();
  if (has_end) expect_printed();
  drop_unused_variables(&scene_.statements);
  for (const Statement& statement : scene_.statements)
    scene_.expectations +=
        statement.expectation != Expectation::None || !statement.thrown.empty() ? 1 : 0;
  if (options_.is_regression && scene_.expectations == 0)
    return user_fault("", scene_.left_out.empty() ? "nothing can be expected of its calls"
                                                  : scene_.left_out.begin()->second);
  scene_.headers = spelling_.headers();
  scene_.system_headers = spelling_.system_headers();
  return std::move(scene_);
}

Result<TestScene> write_scene(const Script& script, DebugTypes* types,
                              const SceneOptions& options) {
  SceneOptions how = options;
  while (true) {
    CUTAWAY_ASSIGN(TestScene scene, SceneWriter(script, types, how).write());
    // What stubs answer to calls that are left out is not to be among their answers.
    bool is_stable = scene.stubs.empty() || scene.left_out.size() == how.left_out.size();
    if (is_stable) return scene;
    how.left_out = std::move(scene.left_out);
  }
}

}  // namespace cutaway
