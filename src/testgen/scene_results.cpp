// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a call returns: a variable if later calls are about it, and what a regression test expects.
#include <fmt/format.h>
#include <llvm/BinaryFormat/Dwarf.h>

#include "base/text.h"
#include "recording/describe.h"
#include "testgen/literals.h"
#include "testgen/scene_writer.h"

namespace cutaway {

using llvm::dyn_cast_or_null;

Status SceneWriter::add_result(const ScriptCall& call, const llvm::DISubprogram* function,
                               uint64_t sret, const std::string& text, size_t number,
                               bool is_failing) {
  const llvm::DIType* type = result_of(function);
  bool is_ignored = options_.casts_results && type != nullptr;
  // gcc warns of a result with the attribute warn_unused_result also if it is cast to void.
  std::string bare = (is_ignored ? "std::ignore = " : "") + text + ";";
  if (is_ignored) spelling_.need_system("tuple");
  Statement statement{bare, "", is_failing};
  statement.bare = bare;
  statement.call = text;
  if (options_.is_regression) {
    CUTAWAY_TRY(expect_result(call, type, &statement));
  }
  if (!is_failing && !call.thrown.empty()) {
    statement.thrown = type_name(call.thrown);
    scene_.statements.push_back(std::move(statement));
    return Ok{};
  }
  if (class_of(type) != nullptr) {
    CUTAWAY_TRY(name_value(call, type, sret, number, &statement));
  } else if (pointee_of(type) != nullptr && !call.results.empty() && call.results[0].value != 0) {
    name_target(call.results[0].value, type, number, &statement);
  }
  scene_.statements.push_back(std::move(statement));
  return Ok{};
}

// One that no literal could say. In a regression test the same words may be those of another block
// later.
bool SceneWriter::is_returned_value(const ScriptCall& call) const {
  return !options_.is_regression && std::ranges::any_of(call.results, [&](const ScriptWord& word) {
    return !word.is_image && is_inside_memory(word.value);
  });
}

// Of a class, and put where the caller says.
Status SceneWriter::name_value(const ScriptCall& call, const llvm::DIType* type, uint64_t sret,
                               size_t number, Statement* statement) {
  const llvm::DICompositeType* made = types_->complete(class_of(type));
  Fate fate = sret != 0 ? fate_of(sret, size_of(made), number) : Fate{};
  if (!fate.is_used && fate.destroyed_by && options_.is_regression)
    done_.insert(*fate.destroyed_by);
  std::optional<uint64_t> elements = elements_of(call, made, number);
  const bool is_in_registers = sret == 0 && is_returned_value(call);
  if (!fate.is_used && !elements && !is_in_registers) return Ok{};
  std::string name = new_name(library_name(made).empty() ? snake_case(plain_name(made)) : "result");
  statement->variable = name;
  statement->text = fmt::format("auto {} = {};", name, statement->call);
  if (is_in_registers) {
    returned_values_.push_back({call.results, name});
    return Ok{};
  }
  bool is_owned = options_.is_regression && fate.destroyed_by;
  if (is_owned) {
    CUTAWAY_ASSIGN(std::string spelled, spelling_.type(made));
    spelling_.need_system("memory");
    owners_.insert(name);
    statement->text =
        fmt::format("std::unique_ptr<{0}> {1}(new {0}({2}));", spelled, name, statement->call);
  }
  add_object(sret, made, name, is_owned);
  const llvm::DIType* content = template_argument(made, 0);
  if (elements)
    objects_.push_back({*elements, inside_blocks_[*elements], content, name + ".data()", true});
  if (library_name(made) != "unique_ptr") return Ok{};
  // What it owns can be named by it.
  for (const auto& [address, size] : inside_blocks_)
    if (size == size_of(content)) objects_.push_back({address, size, content, name, true});
  return Ok{};
}

// What a pointer or reference leads to.
void SceneWriter::name_target(uint64_t address, const llvm::DIType* type, size_t number,
                              Statement* statement) {
  const llvm::DIType* pointee = pointee_of(type);
  const SceneObject* known = find_object(address);
  bool is_known = known != nullptr && (!options_.is_regression || names_it(*known, pointee)) &&
                  !options_.renamed.contains(number);
  if (is_known) {
    if (options_.is_regression) expect_same(*known, address, type, statement);
    return;
  }
  if (!fate_of(address, size_of(pointee), number).is_used) return;
  const llvm::DICompositeType* target = class_of(pointee);
  statement->variable = new_name(target != nullptr ? snake_case(plain_name(target)) : "result");
  statement->text = fmt::format("auto{} {} = {};", is_reference(type) ? "&" : "*",
                                statement->variable, statement->call);
  add_object(address, pointee, statement->variable, is_pointer(type));
}

// A variable that can be used where the result could.
bool SceneWriter::names_it(const SceneObject& object, const llvm::DIType* type) {
  if (is_const(object.type) && !is_const(type)) return false;
  const llvm::DICompositeType* own = types_->complete(class_of(object.type));
  const llvm::DICompositeType* wanted = types_->complete(class_of(type));
  if (own == nullptr || wanted == nullptr) return true;
  std::vector<const llvm::DICompositeType*> open = {own};
  while (!open.empty()) {
    const llvm::DICompositeType* each = open.back();
    open.pop_back();
    if (each == wanted || each->getName() == wanted->getName()) return true;
    for (const ClassMember& member : members_of(each))
      if (const auto* part = types_->complete(class_of(member.type))) open.push_back(part);
  }
  return false;
}

// The call returns an object that a variable names.
void SceneWriter::expect_same(const SceneObject& object, uint64_t address, const llvm::DIType* type,
                              Statement* statement) {
  auto path = path_to(object, address, pointee_of(type));
  if (!path) return;
  statement->expectation = Expectation::Same;
  statement->expected = address_of(*path);
  if (is_reference(type)) statement->call = "&" + statement->call;
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

}  // namespace cutaway
