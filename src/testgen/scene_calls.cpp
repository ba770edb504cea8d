// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>
#include <llvm/BinaryFormat/Dwarf.h>

#include <algorithm>
#include <cstring>

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
    bool is_used = std::any_of(
        statements->begin() + static_cast<ptrdiff_t>(i) + 1, statements->end(),
        [&](const Statement& later) { return mentions(later.text, statement.variable); });
    if (!is_used) statement.text = statement.bare;
  }
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

bool SceneWriter::is_used_after(uint64_t address, uint64_t size, size_t number) const {
  for (size_t i = number + 1; i < uses_.size(); ++i) {
    auto use = uses_[i].lower_bound(address);
    if (use != uses_[i].end() && *use < address + std::max<uint64_t>(1, size)) return true;
  }
  return false;
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
    bool is_new = find_object(word.value) == nullptr && word.value >= (1 << 16);
    // Of an array the literal may be shorter.
    const llvm::DIType* plain = underlying(pointee);
    bool is_array = plain != nullptr && plain->getTag() == llvm::dwarf::DW_TAG_array_type;
    if (is_array && is_new && word.is_image) {
      std::string literal = script_.symbols.find_literal({word.value});
      if (literal.size() + 1 == size_of(pointee)) return string_literal(literal);
    }
    if (is_new && !is_array && !is_inside_memory(word.value) && is_plain && (is_const(pointee) || is_rvalue))
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
  if (!is_failing && !call.thrown.empty())
    return user_fault("", "a constructor of " + spelled + " throws, and the program goes on");
  bool is_destroyed = false;
  size_t later = 0;
  for (const ScriptCall& other : script_.calls) {
    if (later++ <= number || other.arguments.empty()) continue;
    CUTAWAY_ASSIGN(const llvm::DISubprogram* callee, types_->find_function(other.function.name));
    is_destroyed = is_destroyed || (callee != nullptr && is_destructor(callee) &&
                                    other.arguments[0].value == address);
  }
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
  scene_.statements.push_back({text, "", is_failing, true});
  add_object(address, type, name, is_destroyed);
  return Ok{};
}

Status SceneWriter::add_destructor(const llvm::DISubprogram* function, WordCursor* words,
                                   bool is_failing) {
  const llvm::DICompositeType* type = types_->complete(class_of_member(function));
  CUTAWAY_ASSIGN(std::string object, object_at(words->take(), type, ""));
  std::string text = object.starts_with("*")
                         ? object.substr(1) + ".reset();"
                         : fmt::format("{}.~{}();", object, type->getName().str());
  scene_.statements.push_back({text, "", is_failing});
  return Ok{};
}

Result<std::string> SceneWriter::callee_of(const llvm::DISubprogram* function, WordCursor* words) {
  std::string name = function->getName().str();
  if (!has_this(function)) {
    if (name == "main" && class_of_member(function) == nullptr) {
      CUTAWAY_ASSIGN(std::string parameters, parameter_list(function));
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

Status SceneWriter::add_result(const ScriptCall& call, const llvm::DISubprogram* function,
                               uint64_t sret, const std::string& text, size_t number,
                               bool is_failing) {
  const llvm::DIType* type = result_of(function);
  std::string bare =
      options_.casts_results && type != nullptr ? "static_cast<void>(" + text + ");" : text + ";";
  Statement statement{bare, "", is_failing};
  statement.bare = bare;
  if (options_.is_regression) {
    statement.call = text;
    CUTAWAY_TRY(expect_result(call, type, &statement));
  }
  if (!is_failing && !call.thrown.empty()) {
    statement.thrown = type_name(call.thrown);
    scene_.statements.push_back(std::move(statement));
    return Ok{};
  }
  const llvm::DICompositeType* made = types_->complete(class_of(type));
  const llvm::DIType* pointee = pointee_of(type);
  std::string kind = made != nullptr
                         ? snake_case(library_name(made).empty() ? plain_name(made) : "result")
                         : "result";
  if (sret != 0 && made != nullptr && is_used_after(sret, size_of(made), number)) {
    statement.variable = new_name(kind);
    statement.text = fmt::format("auto {} = {};", statement.variable, text);
    add_object(sret, made, statement.variable, false);
    if (is_moved(made)) {
      // What it owns can be named by it.
      const llvm::DIType* owned = template_argument(made, 0);
      for (const auto& [address, size] : inside_blocks_) {
        if (size == size_of(owned))
          objects_.push_back({address, size, owned, statement.variable, true});
      }
    }
  } else if (pointee != nullptr && !call.results.empty() && call.results[0].value != 0) {
    uint64_t address = call.results[0].value;
    bool is_known = find_object(address) != nullptr;
    if (!is_known && is_used_after(address, size_of(pointee), number)) {
      const llvm::DICompositeType* target = class_of(pointee);
      statement.variable = new_name(target != nullptr ? snake_case(plain_name(target)) : "result");
      statement.text =
          fmt::format("auto{} {} = {};", is_reference(type) ? "&" : "*", statement.variable, text);
      add_object(address, pointee, statement.variable, is_pointer(type));
    }
  }
  scene_.statements.push_back(std::move(statement));
  return Ok{};
}

Status SceneWriter::expect_result(const ScriptCall& call, const llvm::DIType* type,
                                  Statement* statement) {
  std::string name = library_name(type);
  const auto* basic = dyn_cast_or_null<llvm::DIBasicType>(underlying(type));
  const auto* composite = dyn_cast_or_null<llvm::DICompositeType>(underlying(type));
  bool is_enum =
      composite != nullptr && composite->getTag() == llvm::dwarf::DW_TAG_enumeration_type;
  if (name == "string" || name == "string_view") {
    statement->expectation = Expectation::Text;
  } else if (is_pointer(type) && !call.results.empty()) {
    const auto* target = dyn_cast_or_null<llvm::DIBasicType>(underlying(pointee_of(type)));
    bool is_null = call.results[0].value == 0 && !call.results[0].is_image;
    bool is_text =
        !is_null && target != nullptr && target->getName() == "char" && is_const(pointee_of(type));
    statement->expectation = is_null   ? Expectation::Null
                             : is_text ? Expectation::CString
                                       : Expectation::NotNull;
  } else if ((basic != nullptr || is_enum) && !call.results.empty() && size_of(type) <= 8) {
    CUTAWAY_ASSIGN(statement->expected, value(type, keep_words(call.results)));
    bool is_bool = basic != nullptr && basic->getEncoding() == llvm::dwarf::DW_ATE_boolean;
    statement->expectation = !is_bool                        ? Expectation::Value
                             : statement->expected == "true" ? Expectation::True
                                                             : Expectation::False;
    bool is_unsigned = basic != nullptr && basic->getEncoding() == llvm::dwarf::DW_ATE_unsigned;
    if (is_unsigned && !statement->expected.ends_with("u")) statement->expected += "u";
  }
  return Ok{};
}

SceneWriter::Mark SceneWriter::mark() const {
  return {scene_.statements.size(), objects_.size(), scene_.stubs.size()};
}

void SceneWriter::go_back(const Mark& mark) {
  scene_.statements.resize(mark.statements);
  objects_.resize(mark.objects);
  scene_.stubs.resize(mark.stubs);
}

Status SceneWriter::add_call(const ScriptCall& call, size_t number, bool is_failing) {
  CUTAWAY_ASSIGN(const llvm::DISubprogram* function, types_->find_function(call.function.name));
  if (function == nullptr)
    return user_fault("", "nothing is known of " + short_name(call.function.name));
  if (is_variadic(function))
    return user_fault("", function->getName().str() + " has a variable number of arguments");
  memory_.enter(call, [this](const ScriptOutcall& outcall, const OutsideWrite& write) {
    return is_output(outcall, write);
  });
  CUTAWAY_TRY(check_access(function));
  if (is_failing || scene_.subject.empty()) {
    const llvm::DICompositeType* type = class_of_member(function);
    scene_.subject = type != nullptr ? type->getName().str() : "";
    scene_.failing_function = function->getName().str();
  }
  WordCursor words(call.arguments);
  if (is_constructor(function)) return add_constructor(call, function, &words, is_failing, number);
  if (is_destructor(function)) return add_destructor(function, &words, is_failing);
  uint64_t sret = has_sret(call.function) ? words.take().value : 0;
  CUTAWAY_ASSIGN(std::string callee, callee_of(function, &words));
  CUTAWAY_ASSIGN(auto arguments, arguments_of(call, function, &words));
  note_inside_memory(call);
  return add_result(call, function, sret, fmt::format("{}({})", callee, join(arguments, ", ")),
                    number, is_failing);
}

Result<TestScene> SceneWriter::write() {
  if (script_.calls.empty()) return user_fault("", "there is no call");
  if (script_.thread_count > 1) return user_fault("", "the calls are of several threads");
  if (script_.has_jumps) return user_fault("", "longjmp goes through the cut");
  note_uses();
  CUTAWAY_TRY(add_stubs());
  size_t number = 0;
  for (const ScriptCall& call : script_.calls) {
    bool is_failing = !options_.is_regression && number + 1 == script_.calls.size();
    if (!is_failing && is_static_initialiser(call)) {
      ++number;
      continue;
    }
    Mark before = mark();
    Status added = add_call(call, number, is_failing);
    if (!added) {
      if (!options_.is_regression || number == 0) return added.error();
      go_back(before);
      scene_.stopped_by = fmt::format("call {} of {} cannot be written: {}", number + 1,
                                      script_.calls.size(), added.error().message);
      break;
    }
    note_inside_memory(call);
    ++number;
  }
  drop_unused_variables(&scene_.statements);
  scene_.headers = spelling_.headers();
  scene_.system_headers = spelling_.system_headers();
  return std::move(scene_);
}

Result<TestScene> write_scene(const Script& script, DebugTypes* types,
                              const SceneOptions& options) {
  return SceneWriter(script, types, options).write();
}

}  // namespace cutaway
