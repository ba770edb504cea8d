// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What calls of a regression test leave in variables and streams that they are given is expected,
// too. The inside wrote it, so it is not in the recording: it comes from running the test once.
#include <fmt/format.h>
#include <llvm/BinaryFormat/Dwarf.h>

#include <algorithm>

#include "testgen/scene_writer.h"

namespace cutaway {

using llvm::dyn_cast_or_null;
namespace dwarf = llvm::dwarf;

namespace {

constexpr const char* k_content_of =
    "static std::string content_of(std::FILE* file) {\n"
    "  std::string text;\n"
    "  std::rewind(file);\n"
    "  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += "
    "static_cast<char>(c);\n"
    "  return text;\n"
    "}";

constexpr const char* k_printed =
    R"cpp(struct Printed {
            std::FILE* file = std::tmpfile();
            int kept = dup(STDOUT_FILENO);
            Printed() {
              std::fflush(stdout);
              dup2(fileno(file), STDOUT_FILENO);
            }
            ~Printed() {
              std::string all = text();
              dup2(kept, STDOUT_FILENO);
              close(kept);
              std::fclose(file);
              std::fwrite(all.data(), 1, all.size(), stdout);
            }
            std::string text() {
              std::fflush(stdout);
              std::string all;
              char part[4096];
              for (ssize_t size = 1; size > 0;
                   all.append(part, size > 0 ? static_cast<std::size_t>(size) : 0))
                size = pread(fileno(file), part, sizeof part, static_cast<off_t>(all.size()));
              return all;
            }
          };)cpp";

bool is_number(const llvm::DIType* type) {
  const auto* basic = dyn_cast_or_null<llvm::DIBasicType>(underlying(type));
  return basic != nullptr && basic->getSizeInBits() <= 64;
}

bool is_plain_char(const llvm::DIType* type) {
  const auto* basic = dyn_cast_or_null<llvm::DIBasicType>(underlying(type));
  return basic != nullptr && basic->getName() == "char";
}

}  // namespace

void SceneWriter::expect_output(const llvm::DIType* parameter, const std::string& argument) {
  const llvm::DIType* pointee = pointee_of(parameter);
  bool is_variable = argument.starts_with("&") || is_reference(parameter);
  bool is_plain = argument.find_first_of("(\"{") == std::string::npos && argument != "nullptr";
  if (pointee == nullptr || is_const(pointee) || !is_plain) return;
  Statement statement;
  statement.call = argument.starts_with("&") ? argument.substr(1) : argument;
  if (is_plain_char(pointee) && !is_variable) statement.expectation = Expectation::CString;
  else if (is_number(pointee) && is_variable) statement.expectation = Expectation::Number;
  else if (library_name(pointee) == "string" && is_variable)
    statement.expectation = Expectation::Text;
  else return;
  scene_.statements.push_back(std::move(statement));
}

void SceneWriter::expect_outputs(const ScriptCall& call, const llvm::DISubprogram* function,
                                 const std::vector<std::string>& arguments) {
  if (!options_.is_regression || !call.thrown.empty()) return;
  auto parameters = parameters_of(function);
  for (size_t i = 0; i < parameters.size() && i < arguments.size(); ++i)
    expect_output(parameters[i], arguments[i]);
}

// Where the elements of a vector are that the call returns, if later calls are given some of them.
std::optional<uint64_t> SceneWriter::elements_of(const ScriptCall& call,
                                                 const llvm::DICompositeType* type,
                                                 size_t number) const {
  if (!options_.is_regression || library_name(type) != "vector") return {};
  uint64_t element = size_of(template_argument(type, 0));
  std::optional<uint64_t> found;
  for_each_outcall(call, [&](const ScriptOutcall& outcall) {
    auto block = outcall.results.empty() ? inside_blocks_.end()
                                         : inside_blocks_.find(outcall.results[0].value);
    if (block == inside_blocks_.end() || element == 0 || block->second % element != 0) return;
    if (fate_of(block->first, block->second, number).is_used) found = block->first;
  });
  return found;
}

bool SceneWriter::is_sink(const llvm::DICompositeType* type) const {
  return options_.is_regression &&
         (type->getName() == "_IO_FILE" || library_name(type) == "ostream" ||
          library_name(type) == "ostringstream");
}

// Of a stream only what is written to it counts.
std::string SceneWriter::make_sink(uint64_t address, const llvm::DICompositeType* type) {
  bool is_file = type->getName() == "_IO_FILE";
  std::string own = new_name(is_file ? "file" : "stream");
  std::string content = is_file ? fmt::format("content_of({})", own) : own + ".str()";
  if (is_file) {
    spelling_.need_system("cstdio");
    spelling_.need_system("string");
    bool is_first = std::ranges::find(scene_.stubs, k_content_of) == scene_.stubs.end();
    if (is_first) scene_.stubs.emplace_back(k_content_of);
  } else {
    spelling_.need_system("sstream");
  }
  std::string declaration = is_file ? fmt::format("std::FILE* {} = std::tmpfile();", own)
                                    : fmt::format("std::ostringstream {};", own);
  scene_.statements.push_back({declaration, "", false, true});
  add_object(address, type, own, is_file);
  sinks_.emplace_back(declaration, content);
  return is_file ? "*" + own : own;
}

// Standard output, by its name or because the function has no other.
bool SceneWriter::is_printing(const ScriptOutcall& outcall) const {
  static const std::set<std::string> printers = {"printf", "vprintf", "puts", "putchar"};
  if (printers.contains(outcall.callee)) return true;
  return std::ranges::any_of(outcall.arguments, [&](const ScriptWord& word) {
    auto symbol = word.is_image ? script_.symbols.find({word.value}) : std::nullopt;
    bool is_output = symbol && (symbol->name == "_IO_2_1_stdout_" || symbol->name == "_ZSt4cout");
    return is_output && find_object(word.value) == nullptr;
  });
}

void SceneWriter::expect_printed() {
  std::set<size_t> written;
  for (const Statement& statement : scene_.statements)
    if (statement.number) written.insert(*statement.number);
  bool is_any = false;
  size_t number = 0;
  for (const ScriptCall& call : script_.calls) {
    if (written.contains(number++))
      for_each_outcall(
          call, [&](const ScriptOutcall& outcall) { is_any = is_any || is_printing(outcall); });
  }
  if (!is_any) return;
  for (const char* header : {"cstdio", "string", "unistd.h"}) spelling_.need_system(header);
  scene_.stubs.emplace_back(k_printed);
  std::string own = new_name("printed");
  scene_.statements.insert(scene_.statements.begin(),
                           {fmt::format("Printed {};", own), "", false, true});
  Statement statement;
  statement.call = own + ".text()";
  statement.expectation = Expectation::Text;
  statement.number = script_.calls.size();
  scene_.statements.push_back(std::move(statement));
}

void SceneWriter::expect_sinks() {
  for (const auto& [declaration, content] : sinks_) {
    bool is_there = std::ranges::find(scene_.statements, declaration, &Statement::text) !=
                    scene_.statements.end();
    if (!is_there) continue;  // the call that needs it is left out
    Statement statement;
    statement.call = content;
    statement.expectation = Expectation::Text;
    statement.number = script_.calls.size();
    scene_.statements.push_back(std::move(statement));
  }
}

}  // namespace cutaway
